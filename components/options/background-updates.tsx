import { bytesADay, formatBytesADay } from '@/lib/domain/connection/data-estimate.ts';
import { t } from '@/lib/base/locale/t.ts';
import { leanStream } from '@/lib/storage/values/connection.ts';
import { currencyFeedIds } from '@/lib/domain/currency/currency-feed.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import type { BackgroundUpdates } from '@/lib/domain/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { OptionsPanel } from './panel.tsx';
import { RadioCards } from './radio-cards.tsx';

const MODES: readonly BackgroundUpdates[] = ['live', 'balanced', 'saver'];

export function BackgroundUpdatesPanel() {
  const mode = useStored(backgroundUpdates);
  const feeds = useNeededFeeds();
  const isLean = useStored(leanStream)?.state === 'proven';
  if (mode === undefined || feeds === undefined) return null;
  return (
    <OptionsPanel title={t('updates.title')} hint={t('updates.hint')}>
      <RadioCards
        label={t('updates.title')}
        cards={MODES.map((value) => ({
          value,
          title: t(`updates.mode.${value}.title`),
          lines: [
            t(`updates.mode.${value}.line`),
            formatBytesADay(bytesADay(value, feeds, isLean)),
          ],
        }))}
        value={mode}
        onChange={(value) => void backgroundUpdates.setValue(value)}
      />
    </OptionsPanel>
  );
}

/** The number of feeds on the watchlist, including those that convert prices. */
function useNeededFeeds(): number | undefined {
  const listed = useStored(watchlist);
  const converting = useStored(currencyFeeds);
  return listed && converting && new Set([...listed, ...currencyFeedIds(converting)]).size;
}
