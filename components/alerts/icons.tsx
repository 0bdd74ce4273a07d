import type { Phase } from '@/lib/alerts/model/phase.ts';
import { BellIcon, Icon, WarningIcon } from '../shared/icons.tsx';

const PATHS: Record<Exclude<Phase, 'armed' | 'suspended'>, string> = {
  off: 'M5.2 3.2A4 4 0 0 1 12 6c0 1.3.2 2.3.4 3M10.8 10.8H2.5S4 9.6 4 6M6.6 13.2a1.5 1.5 0 0 0 2.8 0M2.5 2.5l11 11',
  expired: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  // Not a moon, which means that the market is closed.
  snoozed: 'M2.5 6.5h5l-5 6.5h5M9.8 2.8h3.7l-3.7 4.7h3.7',
  fired: 'm3.2 8.4 3.2 3.2 6.4-7',
  cooling: 'M14 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM8 4.6V8l2.3 1.6',
  confirming:
    'M4.5 2.5h7M4.5 13.5h7M5 2.5c0 3 3 4 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 4-3 5.5s3 2.5 3 5.5',
  waiting: 'M14 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM5.2 8h.1M8 8h.1M10.8 8h.1',
};

/** Icon for an alert's phase; the word for the phase is beside it. */
export function PhaseIcon({ phase }: { phase: Phase }) {
  switch (phase) {
    case 'armed':
      return <BellIcon />;
    case 'suspended':
      return <WarningIcon />;
    default:
      return <Icon path={PATHS[phase]} />;
  }
}
