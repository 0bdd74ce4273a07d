import { t } from '../../lib/base/locale/t.ts';
import { shortId } from '../../lib/domain/prices/feed-name.ts';
import { BUILT_IN_SIGNERS_VERSION } from '../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { anyOf, messagePattern, messageWithin } from '../tools/message-pattern.ts';
import type { View } from './driver.ts';
import { isAlwaysOpen, ROW_NAMES } from './feeds.ts';
import type { Check, ClockStep, Distrust, Observations } from './observations.ts';

// How long a page may take to show the change in its rows.
const ROWS_MS = 1_000;
// The page updates its count once a second; for the tooltip and the stored prices the worker may
// have to start first.
const OTHERS_MS = 3_000;
const VERIFIED_AGAIN_MS = 2_000;
const CLOCK_LIMIT_MS = 15_000;
// A new stream needs a moment for its first data.
const STREAMS_SINCE_MS = 2_000;

const VERIFIED_COUNT = messageWithin('footer.verified', { count: /\d+/, total: /\d+/ });
const ROW_VERIFIED = messagePattern('row.mark.verified');
const ROW_NOT_VERIFIED = messagePattern('proof.state.unchecked');
const ROW_FAILED = anyOf([messagePattern('row.mark.failed'), messagePattern('proof.state.failed')]);
// What a row says of a price that is stale, a minute old or more, or dated ahead of the clock.
const WRONG_AGE = /^(Stale · .*|\d+ (min|hr|days?) .*|in the future)$/;
const STALE_OR_CLOSED = anyOf([
  new RegExp(`^${t('row.mark.stale')} · `),
  messagePattern('row.mark.closed'),
  messagePattern('row.opens'),
]);

type Rows = Pick<View, 'rows'>;
type Row = Pick<View['rows'][number], 'notes'>;

const says = ({ notes }: Row, pattern: RegExp): boolean => notes.some((note) => pattern.test(note));

/** Whether all rows of markets that never close are shown as verified. */
export function isVerifiedView({ rows }: Rows): boolean {
  const open = rows.filter(({ name }) => isAlwaysOpen(name));
  return open.length > 0 && open.every(isRowVerified);
}

export function isRowVerified(row: Row): boolean {
  return says(row, ROW_VERIFIED);
}

/** Whether all of these rows are shown as not verified. */
export function isUnverifiedView({ rows }: Rows): boolean {
  const open = rows.filter(({ name }) => isAlwaysOpen(name));
  return open.length > 0 && open.every((row) => says(row, ROW_NOT_VERIFIED));
}

/** Whether a row says that what the service sends fails verification. */
export function hasFailed({ rows }: Rows): boolean {
  return rows.some((row) => says(row, ROW_FAILED));
}

export function hasWrongAge({ rows }: Rows): boolean {
  return rows.some((row) => isAlwaysOpen(row.name) && says(row, WRONG_AGE));
}

/** Nothing is shown as verified while the services' signers are not trusted. */
export function checkDistrust({ distrusts, views, lagMs }: Observations): Check {
  const watched = views.filter(({ at }) => distrusts.some((distrust) => isWithin(distrust, at, 0)));
  const faults = distrusts.flatMap((distrust) =>
    views.flatMap(({ at, rows, connection, tooltip }) => {
      const after = `${at - distrust.removedAt} ms after its trust was removed`;
      const areOthersLate = isWithin(distrust, at, OTHERS_MS + lagMs);
      return [
        ...rows
          .filter((row) => isWithin(distrust, at, ROWS_MS + lagMs) && isRowVerified(row))
          .map(({ name }) => `The row ${name} was shown as verified ${after}.`),
        ...(areOthersLate && VERIFIED_COUNT.test(connection)
          ? [`The popup counted verified prices ${after}.`]
          : []),
        ...(areOthersLate && tooltip.split(/ · |\n/).includes(t('proof.state.verified'))
          ? [`The tooltip said "verified" ${after}.`]
          : []),
      ];
    }),
  );
  return {
    what: 'nothing is shown as verified under a trust that was removed',
    found: `${distrusts.length} times, ${watched.length} views`,
    faults: [...new Set(faults)],
    isTimed: true,
  };
}

/** Nothing is stored as verified by the signers still trusted, because they signed no price. */
export function checkStoredTrust({ distrusts, changes }: Observations): Check {
  const faults = distrusts.flatMap((distrust) =>
    changes.flatMap(({ key, value, at }) => {
      if (!key.startsWith('latest:') || !isWithin(distrust, at, 0)) return [];
      const proof = (value as { proof?: { state: string; trust: string } } | null)?.proof;
      const isFalse = proof?.state === 'verified' && proof.trust === BUILT_IN_SIGNERS_VERSION;
      return isFalse ? [`${key} was stored as verified ${at - distrust.removedAt} ms after.`] : [];
    }),
  );
  return {
    what: 'nothing is stored as verified under a trust that was removed',
    found: `${distrusts.length} times`,
    faults,
  };
}

/** Prices are verified again soon after their signers are trusted again. */
export function checkTrustAgain({ distrusts, lagMs }: Observations): Check {
  const slowest = Math.max(0, ...distrusts.map(({ verifiedMs }) => verifiedMs ?? Infinity));
  return {
    what: 'verified again within 2 s of trust',
    found: `${distrusts.length} times, at most ${(slowest / 1_000).toFixed(1)} s`,
    faults: distrusts
      .filter(({ verifiedMs }) => (verifiedMs ?? Infinity) > VERIFIED_AGAIN_MS + lagMs)
      .map(({ verifiedMs }) => `Prices were verified again after ${verifiedMs ?? 'infinite'} ms.`),
    isTimed: true,
  };
}

function isWithin({ removedAt, addedAt }: Distrust, at: number, graceMs: number): boolean {
  return at > removedAt + graceMs && at < addedAt;
}

/** A clock step must not make streaming prices look stale or old for long. */
export function checkClock(seen: Observations): Check {
  const limitMs = CLOCK_LIMIT_MS + seen.lagMs;
  const steps = seen.clockSteps.map((step) => ({
    by: `${step.stepMs > 0 ? '+' : ''}${step.stepMs / 1_000} s`,
    correctedMs: step.correctedMs ?? Infinity,
    wrongMs: wrongForMs(step, seen),
  }));
  const longest = Math.max(
    0,
    ...steps.flatMap(({ correctedMs, wrongMs }) => [correctedMs, wrongMs]),
  );
  return {
    what: 'ages are right again within 15 s of a clock step',
    found: `${steps.length} steps, at most ${(longest / 1_000).toFixed(1)} s`,
    faults: steps.flatMap(({ by, correctedMs, wrongMs }) => [
      ...(correctedMs > limitMs
        ? [`After ${by} the clock was corrected in ${correctedMs} ms.`]
        : []),
      ...(wrongMs > limitMs
        ? [`A row looked stale or old ${wrongMs} ms after a step of ${by}.`]
        : []),
    ]),
    isTimed: true,
  };
}

/** Milliseconds from the step until the last view with a wrong age, up to the next step. */
function wrongForMs({ at, streamsFrom }: ClockStep, seen: Observations): number {
  const until = seen.clockSteps.find((step) => step.at > at)?.at ?? Infinity;
  const wrong = seen.views.findLast(
    (view) =>
      view.at >= streamsFrom && view.at < until && hasWrongAge(view) && isStreaming(view.at, seen),
  );
  return wrong ? wrong.at - streamsFrom : 0;
}

function isStreaming(at: number, { services }: Observations): boolean {
  return services.some(({ samples }) => {
    const near = samples.filter((sample) => sample.at > at - STREAMS_SINCE_MS && sample.at <= at);
    return near.length > 0 && near.every(({ openStreams }) => openStreams > 0);
  });
}

/**
 * Unsigned statements of one service among several rename no row, close no market and make no price
 * look old: all of them are away together only for seconds.
 */
export function checkLies({ views, startedAt }: Observations): Check {
  // A feed that was just added is called by the start of its id until the worker has named it.
  const known = new Set([...Object.values(ROW_NAMES), ...Object.keys(ROW_NAMES).map(shortId)]);
  const faults = views.flatMap(({ at, rows }) => {
    const when = `at ${((at - startedAt) / 1_000).toFixed(1)} s`;
    return rows.flatMap((row) => [
      ...(known.has(row.name) ? [] : [`A row was called ${row.name} ${when}.`]),
      ...(isAlwaysOpen(row.name) && says(row, STALE_OR_CLOSED)
        ? [`The row ${row.name} was shown as stale or closed ${when}.`]
        : []),
    ]);
  });
  return {
    what: 'nothing unsigned renames, closes or ages a row',
    found: `${views.length} views`,
    faults: [...new Set(faults)],
  };
}
