import { bytesADay, formatBytesADay } from '@/lib/connection/data-estimate.ts';
import { backgroundUpdates, type BackgroundUpdates } from '@/lib/storage/settings.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { useStored } from '../use-stored.ts';
import { Panel } from './panel.tsx';
import { RadioCards } from './radio-cards.tsx';

const MODES: readonly { value: BackgroundUpdates; title: string; line: string }[] = [
  { value: 'live', title: 'Live', line: 'Stream all the time' },
  { value: 'balanced', title: 'Balanced', line: 'Every 30 seconds' },
  { value: 'saver', title: 'Saver', line: 'Every 5 minutes' },
];

/** How prices are read while no page is open. */
export function BackgroundUpdatesPanel() {
  const mode = useStored(backgroundUpdates);
  const feeds = useStored(watchlist)?.length;
  if (mode === undefined || feeds === undefined) return null;
  return (
    <Panel title="Background updates" hint="While the popup is open, prices are always live.">
      <RadioCards
        label="Background updates"
        cards={MODES.map(({ value, title, line }) => ({
          value,
          title,
          lines: [line, formatBytesADay(bytesADay(value, feeds))],
        }))}
        value={mode}
        onChange={(value) => void backgroundUpdates.setValue(value)}
      />
    </Panel>
  );
}
