import type { Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { useToolbarButton } from '../shared/hooks/use-toolbar-button.ts';
import { BackIcon, ForwardIcon, MoreIcon } from '../shared/icons.tsx';
import { Logo } from '../shared/logo.tsx';
import styles from './list-window.module.css';

/**
 * The user's own list below its toolbar button. This is the popup itself, so that changes made here
 * persist and nothing is built twice.
 */
export function ListWindow({ ref }: { ref: Ref<HTMLIFrameElement> }) {
  const button = useToolbarButton();
  return (
    <div className={styles.window}>
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
        <MoreIcon />
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the extension itself */}
      <iframe ref={ref} src="/popup.html" title={t('popup.watchlistLabel')} />
    </div>
  );
}
