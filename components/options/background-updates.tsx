import { bytesADay, formatBytes, formatBytesADay } from '@/lib/connection/data-estimate.ts';
import { leanStream } from '@/lib/storage/connection.ts';
import { counts } from '@/lib/storage/diagnostics.ts';
import { backgroundUpdates, type BackgroundUpdates } from '@/lib/storage/settings.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { RadioCards } from './radio-cards.tsx';
import controlStyles from '../shared/control.module.css';

const MODES: readonly { value: BackgroundUpdates; title: string; line: string }[] = [
  { value: 'live', title: 'Live', line: 'Stream all the time' },
  { value: 'balanced', title: 'Balanced', line: 'Every 30 seconds, live while an alert is near' },
  { value: 'saver', title: 'Saver', line: 'Every 5 minutes' },
];

/** How prices are updated while no page is open. */
export function BackgroundUpdatesPanel() {
  const mode = useStored(backgroundUpdates);
  const feeds = useStored(watchlist)?.length;
  const isLean = useStored(leanStream)?.state === 'proven';
  if (mode === undefined || feeds === undefined) return null;
  return (
    <Panel title="Background updates" hint="While the popup is open, prices are always live.">
      <RadioCards
        label="Background updates"
        cards={MODES.map(({ value, title, line }) => ({
          value,
          title,
          lines: [line, formatBytesADay(bytesADay(value, feeds, isLean))],
        }))}
        value={mode}
        onChange={(value) => void backgroundUpdates.setValue(value)}
      />
      <UsedToday />
    </Panel>
  );
}

function UsedToday() {
  const today = useStored(counts)?.today;
  if (!today) return null;
  const isToday = today.date === Temporal.Now.plainDateISO().toString();
  return (
    <p className={controlStyles.hint}>
      Received today: {formatBytes(isToday ? today.bytes : 0)}. Before compression; the estimates
      are for one day with the popup closed.
    </p>
  );
}
