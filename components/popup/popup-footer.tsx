import { useCallback, type ReactNode } from 'react';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { isEmbedded, openOptions } from '@/lib/pages/open-page.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Button } from '../shared/button.tsx';
import { useClock } from '../shared/hooks/clock.ts';
import { usePriceStore } from '../shared/hooks/use-latest-price.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { ConnectionFooter } from './connection-footer.tsx';
import styles from './popup-footer.module.css';

/** What the prices are: the connection, or the one thing that the user can do for real ones. */
export function PopupFooter() {
  const connection = useStored(connectionState);
  if (useStored(areSamplesShown)) {
    return (
      <AskBar
        title={t('samples.title')}
        text={t('samples.text')}
        button={t('goLive.title')}
        isCalm
      />
    );
  }
  if (connection?.state !== 'stopped' || connection.remedy !== 'access-token') {
    return <ConnectionFooter />;
  }
  return connection.reason?.code === 'token-needed' ? (
    <AskBar
      title={t('popup.access.title')}
      text={t('popup.access.text')}
      button={t('popup.access.tokenButton')}
    />
  ) : (
    <AskBar
      title={t('popup.refused.title')}
      text={<LastPrices />}
      button={t('popup.refused.button')}
    />
  );
}

interface AskBarProps {
  title: string;
  text: ReactNode;
  button: string;
  /** Whether nothing is wrong. */
  isCalm?: boolean;
}

/** Beside the welcome page, which asks the same, it is one line. */
function AskBar({ title, text, button, isCalm = false }: AskBarProps) {
  const isLine = isEmbedded();
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

/** When the prices of the list were published; nothing without prices. */
function LastPrices() {
  const store = usePriceStore();
  const ids = useStored(watchlist);
  const select = useCallback(() => {
    const times = (ids ?? []).map((id) => store.read(id)?.price.publishTime ?? -Infinity);
    const newest = Math.max(-Infinity, ...times);
    if (!Number.isFinite(newest)) return t('popup.access.text');
    return t('popup.refused.text', { time: formatRecentTime(newest * 1_000) });
  }, [ids, store]);
  return useClock(select);
}
