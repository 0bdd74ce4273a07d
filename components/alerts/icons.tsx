import type { Phase } from '@/lib/alerts/model/phase.ts';
import * as paths from '../shared/icon-paths.ts';
import { Icon } from '../shared/icons.tsx';

const PATHS: Record<Phase, string> = {
  armed: paths.BELL,
  off: paths.CROSSED_BELL,
  snoozed: paths.SNOOZE,
  suspended: paths.WARNING,
  expired: paths.EXPIRED,
  fired: paths.RINGING_BELL,
  cooling: paths.TIMER,
  confirming: paths.HOURGLASS,
  waiting: paths.WAITING,
};

/** Icon for an alert's phase; the word for the phase is beside it. */
export function PhaseIcon({ phase }: { phase: Phase }) {
  return <Icon path={PATHS[phase]} />;
}
