import type { Phase } from '@/lib/alerts/model/phase.ts';

/** Label for each alert phase. */
export const PHASE_WORDS: Record<Phase, string> = {
  off: 'Off',
  expired: 'Expired',
  suspended: 'Auto-paused',
  snoozed: 'Snoozed',
  fired: 'Fired',
  cooling: 'Cooling down',
  confirming: 'Confirming',
  armed: 'Armed',
  waiting: 'Waiting',
};
