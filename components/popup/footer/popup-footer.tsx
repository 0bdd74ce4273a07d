import { useEffect } from 'react';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import { tokenProblemWords } from '@/lib/domain/connection/status-words.ts';
import { isEmbedded, openOptions } from '@/lib/pages/open-page.ts';
import { Button } from '../../shared/button.tsx';
import { ConnectionFooter } from './connection-footer.tsx';
import { useStanding } from '../../shared/hooks/use-standing.tsx';
import styles from './popup-footer.module.css';

/** The state of the prices, or a button to get live ones. */
export function PopupFooter() {
  const { status } = useStanding();
  if (status.code === 'sample') {
    return (
      <AskBar
        title={t('samples.title')}
        text={t('samples.text')}
        button={t('goLive.title')}
        isCalm
      />
    );
  }
  if (status.code !== 'refused') return <ConnectionFooter status={status} />;
  const isMissing = status.problem?.code === 'token-needed';
  return (
    <AskBar
      title={tokenProblemWords(status.problem)}
      text={
        isMissing || status.newest === null
          ? t('samples.text')
          : t('popup.refused.text', { time: formatRecentTime(toMilliseconds(status.newest)) })
      }
      button={t(isMissing ? 'goLive.title' : 'popup.refused.button')}
    />
  );
}

interface AskBarProps {
  title: string;
  text: string;
  button: string;
  isCalm?: boolean;
}

/** A single line beside the welcome page, which asks the same. */
function AskBar({ title, text, button, isCalm = false }: AskBarProps) {
  const isLine = isEmbedded();
  useEffect(() => {
    // Going live moves no row: they keep their height until the page is opened again.
    if (!isLine) document.documentElement.dataset['asks'] = '';
  }, [isLine]);
  return (
    <footer className={styles.bar} data-calm={isCalm || undefined} data-line={isLine || undefined}>
      <div role="status" aria-label={t('footer.label')} data-part="connection">
        <b>{title}</b>
        {!isLine && <span>{text}</span>}
      </div>
      {!isLine && (
        <Button kind="primary" onClick={() => void openOptions('go-live')}>
          {button}
        </Button>
      )}
    </footer>
  );
}
