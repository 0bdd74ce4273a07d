import type { Delivery } from '../model/firing.ts';

/** How a firing was delivered, as text. */
export const DELIVERY_WORDS: Record<Delivery, string> = {
  pending: 'being delivered',
  notification: 'notified',
  merged: 'notified together with others',
  badge: 'shown on the badge',
  held: 'held by quiet hours',
  digest: 'in the digest after quiet hours',
  summary: 'in the summary of what you missed',
  unreported: 'not reported: nobody looked when it happened',
};
