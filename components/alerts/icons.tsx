import SNOOZE from 'lucide/dist/esm/icons/alarm-clock.mjs';
import CROSSED_BELL from 'lucide/dist/esm/icons/bell-off.mjs';
import EXPIRED from 'lucide/dist/esm/icons/calendar-x.mjs';
import WAITING from 'lucide/dist/esm/icons/circle-ellipsis.mjs';
import TIMER from 'lucide/dist/esm/icons/timer.mjs';
import type { IconNode } from 'lucide';
import type { Phase } from '@/lib/domain/alerts/model/phase.ts';
import { Icon, SHAPES } from '../shared/icons.tsx';

const PHASES: Record<Phase, IconNode> = {
  armed: SHAPES.bell,
  off: CROSSED_BELL,
  snoozed: SNOOZE,
  expired: EXPIRED,
  fired: SHAPES.ringingBell,
  cooling: TIMER,
  waiting: WAITING,
};

/** Decorative: the phase's name is beside it. */
export function PhaseIcon({ phase }: { phase: Phase }) {
  return <Icon shapes={PHASES[phase]} />;
}
