import { t } from '../../lib/base/locale/t.ts';
import { BUILT_IN_SIGNERS_VERSION } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { anyOf, messagePattern, messageWithin } from '../tools/message-pattern.ts';
import type { Check } from './check.ts';
import { isAlwaysOpen } from './feeds.ts';
import type { Distrust, Observations } from './observations.ts';
import type { View } from './views.ts';

// How long a page may take to show the change in its rows.
const ROWS_MS = 1_000;
// The page updates its count once a second; for the tooltip and the stored prices the worker may
// have to start first.
export const OTHERS_MS = 3_000;

/** How soon prices must be verified again after the signers are added again, milliseconds. */
const VERIFIED_AGAIN_MS = 2_000;

const VERIFIED_COUNT = messageWithin('footer.verified', { count: /\d+/, total: /\d+/ });
const ROW_VERIFIED = messagePattern('row.mark.verified');
const ROW_NOT_VERIFIED = messagePattern('proof.state.unchecked');
const ROW_FAILED = anyOf([messagePattern('row.mark.failed'), messagePattern('proof.state.failed')]);

/** Nothing is shown as verified while the service's signers are not trusted. */
export function checkDistrust(seen: Observations): Check {
  const { distrusts, views, lagMs } = seen;
  const faults = distrusts.flatMap((distrust) => [
    ...views.flatMap((view) => calledVerified(view, distrust, lagMs)),
    ...storedAsVerified(distrust, seen),
  ]);
  const watched = views.filter(({ at }) => distrusts.some((distrust) => isWithin(distrust, at, 0)));
  return {
    what: 'nothing is verified under a trust that was removed',
    found: `${distrusts.length} times, ${watched.length} views`,
    faults: [...new Set(faults)],
  };
}

/** Prices are verified again soon after their signers are trusted again. */
export function checkTrustAgain({ distrusts, lagMs }: Observations): Check {
  const slowest = Math.max(0, ...distrusts.map(({ verifiedMs }) => verifiedMs ?? Infinity));
  return {
    what: 'verified again within 2 s of trust',
    found: `${distrusts.length} times, at most ${(slowest / 1_000).toFixed(1)} s`,
    faults: distrusts
      .filter(({ verifiedMs }) => verifiedMs === null || verifiedMs > VERIFIED_AGAIN_MS + lagMs)
      .map(({ verifiedMs }) =>
        verifiedMs === null
          ? 'Prices were never verified again.'
          : `Prices were verified again only after ${verifiedMs} ms.`,
      ),
  };
}

/** Whether all rows of markets that never close are shown as verified. */
export function isVerifiedView({ rows }: Pick<View, 'rows'>): boolean {
  const open = rows.filter(({ name }) => isAlwaysOpen(name));
  return open.length > 0 && open.every(isRowVerified);
}

/** Whether this row is shown as verified. */
export function isRowVerified({ notes }: Pick<View['rows'][number], 'notes'>): boolean {
  return notes.some((note) => ROW_VERIFIED.test(note));
}

/** Whether all of these rows are shown as not verified. */
export function isUnverifiedView({ rows }: Pick<View, 'rows'>): boolean {
  const open = rows.filter(({ name }) => isAlwaysOpen(name));
  return open.length > 0 && open.every(({ notes }) => notes.some((n) => ROW_NOT_VERIFIED.test(n)));
}

/** Whether a row says that what the service sends fails verification. */
export function hasFailed({ rows }: Pick<View, 'rows'>): boolean {
  return rows.some(({ notes }) => notes.some((n) => ROW_FAILED.test(n)));
}

function calledVerified(view: View, distrust: Distrust, lagMs: number): string[] {
  const { at, rows, connection, tooltip } = view;
  const after = `${at - distrust.removedAt} ms after its trust was removed`;
  const faults: string[] = [];
  if (isWithin(distrust, at, ROWS_MS + lagMs)) {
    for (const row of rows.filter(isRowVerified)) {
      faults.push(`The row ${row.name} was shown as verified ${after}.`);
    }
  }
  if (!isWithin(distrust, at, OTHERS_MS + lagMs)) return faults;
  if (VERIFIED_COUNT.test(connection)) faults.push(`The popup counted verified prices ${after}.`);
  if (isNotedAsVerified(tooltip)) faults.push(`The tooltip said "verified" ${after}.`);
  return faults;
}

/** Whether a line of the tooltip ends in the note that the price is verified. */
function isNotedAsVerified(tooltip: string): boolean {
  return tooltip.split(/ · |\n/).includes(t('tooltip.note.verified'));
}

/** Stored proofs under the removed trust may remain for a while, but none may be written. */
function storedAsVerified(distrust: Distrust, { changes, lagMs }: Observations): string[] {
  return changes.flatMap(({ key, value, at, isFirst }) => {
    if (!key.startsWith('latest:') || !isWithin(distrust, at, 0)) return [];
    const proof = (value as { proof?: { state: string; trust: string } } | null)?.proof;
    if (proof?.state !== 'verified') return [];
    const isInForce = proof.trust === BUILT_IN_SIGNERS_VERSION;
    const isRenewed = !isFirst && isWithin(distrust, at, OTHERS_MS + lagMs);
    if (!isInForce && !isRenewed) return [];
    const after = `${at - distrust.removedAt} ms after its trust was removed`;
    return [`${key} was stored as verified ${after}.`];
  });
}

function isWithin({ removedAt, addedAt }: Distrust, at: number, graceMs: number): boolean {
  return at > removedAt + graceMs && at < addedAt;
}
