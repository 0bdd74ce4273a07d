import type { Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import {
  IS_FIREFOX,
  isOnToolbar,
  watchToolbar,
  readToolbarButton,
  type ToolbarButton,
} from '@/lib/pages/toolbar-button.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { BackIcon, ForwardIcon, MoreIcon } from '../shared/icons.tsx';
import { PuzzleIcon } from '../shared/later-icons.tsx';
import { Logo } from '../shared/logo.tsx';
import styles from './list-window.module.css';

/**
 * The user's own list below its toolbar button. This is the popup itself, so that changes made here
 * persist and nothing is built twice.
 */
export function ListWindow({ ref }: { ref: Ref<HTMLIFrameElement> }) {
  const button = useToolbarButton();
  const isPinned = useRead('', isOnToolbar, watchToolbar);
  return (
    <div className={styles.window}>
      <p
        className={styles.advice}
        data-shown={isPinned === false || isPinned === null || undefined}
      >
        {t(`welcome.pin.${IS_FIREFOX ? 'firefox' : 'chrome'}`)}
        <svg viewBox="0 0 24 28" aria-hidden="true">
          <path d="M0 4c12 0 18 8 18 20m-5-5 5 6 5-6" />
        </svg>
      </p>
      <div className={styles.toolbar} aria-hidden="true">
        <BackIcon />
        <ForwardIcon />
        <span />
        <b>
          <Logo size={22} />
          {button && button.text !== '' && (
            <em style={{ background: button.color }}>{button.text}</em>
          )}
        </b>
        <PuzzleIcon />
        <MoreIcon />
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the extension itself */}
      <iframe ref={ref} src="/popup.html" title={t('popup.watchlistLabel')} />
    </div>
  );
}

const REFRESH_MS = 1_000;

/** The toolbar button as the browser shows it now. */
function useToolbarButton(): ToolbarButton | undefined {
  return useRead('', readToolbarButton, everySecond);
}

/** Browsers have no event for changes of the toolbar button. */
function everySecond(onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') onChange();
  }, REFRESH_MS);
  return () => clearInterval(timer);
}
