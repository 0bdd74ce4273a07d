import type { ReactNode } from 'react';
import { historyToOffer } from '@/lib/domain/connection/history-services.ts';
import { preferredService } from '@/lib/domain/connection/service-list.ts';
import { t } from '@/lib/base/locale/t.ts';
import { areUnsignedCandlesShown, candleFeeds } from '@/lib/storage/values/candles.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import type { ChartCandles } from '@/lib/pages/chart-candles.ts';
import { toSeconds, type FeedId } from '@/lib/base/units.ts';
import { Button } from '../../shared/button.tsx';
import { useClock } from '../../shared/hooks/clock.ts';
import { useRequiredTrust } from '../../shared/hooks/use-market.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import type { ChartGrid } from './chart-grid.ts';
import { useHistoryHost } from './use-history-host.ts';
import { timeText } from '../price/time-text.ts';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
import styles from './tools.module.css';

// The background fetches a candle when it is over, so the last one may be this old.
const USUAL_AGE_SECONDS = 3_900;
const MINUTE_MS = 60_000;

/** Names the source and the age of candles, and says that they are not signed. */
export function CandleLegend({ grid, candles }: { grid: ChartGrid; candles: ChartCandles }) {
  const host = useHistoryHost();
  const areSamples = useStored(areSamplesShown) ?? false;
  const isRequired = useRequiredTrust() !== null;
  const nowSeconds = useClock((nowMs) => Math.floor(nowMs / MINUTE_MS) * 60);
  const storedAt = toSeconds(candles.known.storedAt);
  return (
    <>
      <span data-part="candles">
        {areSamples ? t('samples.title') : t('chart.candles', { service: host ?? '' })}
      </span>
      {nowSeconds - storedAt > Math.max(USUAL_AGE_SECONDS, 2 * grid.stepSeconds) && (
        <span>{t('footer.updated', { time: timeText(Math.floor(storedAt)) })}</span>
      )}
      {isRequired && (
        <Button kind="link" onClick={() => void areUnsignedCandlesShown.setValue(false)}>
          {t('chart.hideCandlesButton')}
        </Button>
      )}
    </>
  );
}

const PROBLEM_WORDS = {
  none: 'chart.noCandles',
  empty: 'chart.candlesEmpty',
  refused: 'chart.candlesRefused',
  rejected: 'chart.candlesRejected',
  unreadable: 'chart.candlesFailed',
  failed: 'chart.candlesFailed',
} as const;

/** Says why a chart has no candles, and what the user can do; nothing without a history service. */
export function NoCandles({ id }: { id: FeedId }) {
  const problem = useStoredPart(candleFeeds, (feeds) => feeds?.[id]?.problem ?? null);
  const host = useHistoryHost();
  const areAllowed = useAreCandlesAllowed();
  if (host === null) return <Offer />;
  if (!areAllowed) {
    return (
      <Note words={t('chart.candlesHidden')}>
        <Button kind="link" onClick={() => void areUnsignedCandlesShown.setValue(true)}>
          {t('chart.showCandlesButton')}
        </Button>
      </Note>
    );
  }
  return problem && <Note words={t(PROBLEM_WORDS[problem], { service: host })} />;
}

/** Asks once whether the operator's history service may be used: it gets the access token too. */
function Offer() {
  const services = useStored(priceServices);
  const histories = useStored(historyServices);
  const service = services && preferredService(services);
  const offered = service && histories ? historyToOffer(service, histories) : null;
  if (!service || !offered) return null;
  const answer = (isUsed: boolean) =>
    void historyServices.update((known) => ({ ...known, [service.id]: isUsed ? offered : null }));
  return (
    <Note words={t('history.offer', { service: new URL(offered.baseUrl).host })}>
      <Button kind="link" onClick={() => answer(true)}>
        {t('history.useButton')}
      </Button>
      <Button kind="link" onClick={() => answer(false)}>
        {t('history.refuseButton')}
      </Button>
    </Note>
  );
}

function Note({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <p className={styles.note} data-part="no-candles">
      {words} {children}
    </p>
  );
}
