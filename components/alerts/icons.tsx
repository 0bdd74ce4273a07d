import SNOOZE from 'lucide/dist/esm/icons/alarm-clock.mjs';
import CROSSED_BELL from 'lucide/dist/esm/icons/bell-off.mjs';
import EXPIRED from 'lucide/dist/esm/icons/calendar-x.mjs';
import WAITING from 'lucide/dist/esm/icons/circle-ellipsis.mjs';
import HOURGLASS from 'lucide/dist/esm/icons/hourglass.mjs';
import TIMER from 'lucide/dist/esm/icons/timer.mjs';
import type { Phase } from '@/lib/domain/alerts/model/phase.ts';
import * as paths from '../shared/icon-paths.ts';
import { Icon } from '../shared/icon.tsx';

const PATHS: Record<Phase, string> = {
  armed: paths.BELL,
  off: CROSSED_BELL,
  snoozed: SNOOZE,
  suspended: paths.WARNING,
  expired: EXPIRED,
  fired: paths.RINGING_BELL,
  cooling: TIMER,
  confirming: HOURGLASS,
  waiting: WAITING,
};

/** The phase's word is beside it. */
export function PhaseIcon({ phase }: { phase: Phase }) {
  return <Icon path={PATHS[phase]} />;
}
