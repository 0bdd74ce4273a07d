import type { Absence } from '@/lib/domain/alerts/model/absence.ts';
import type { AlertEvent } from '@/lib/domain/alerts/model/event.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState, SuspensionReason, Tracker } from '@/lib/domain/alerts/model/state.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import type { Reach } from '@/lib/storage/values/alert-reach.ts';
import type { AlertMark } from '@/lib/domain/alerts/model/mark.ts';
import type { AlertSettings } from '@/lib/storage/values/alerts.ts';
import { BTC, ETH } from '../../background/feeds.ts';

const TRIGGERS = [
  { kind: 'crosses', direction: 'either', level: '65000' },
  { kind: 'is', side: 'below', level: '-0.5' },
  {
    kind: 'moves',
    direction: 'down',
    by: { unit: 'percent', amount: '2.5' },
    since: { from: 'window', seconds: 3_600 },
  },
  {
    kind: 'moves',
    direction: 'up',
    by: { unit: 'value', amount: '100' },
    since: { from: 'last-firing' },
  },
  { kind: 'deviates-from-ema', percent: '1' },
  { kind: 'confidence-wider', basisPoints: '15' },
  { kind: 'stale-while-open' },
  { kind: 'market', change: 'opens' },
] satisfies Trigger[];

export const ALERT_RULES = TRIGGERS.map((trigger, index): AlertRule => ({
  id: `alert-${index}`,
  feedId: BTC,
  trigger,
  repeat: index % 2 === 0 ? { mode: 'once' } : { mode: 'repeating', cooldownSeconds: 600 },
  rearmBandPercent: '0.5',
  confirmationSeconds: 30,
  certain: true,
  onlyWhileOpen: false,
  expiresAt: 1_797_000_000_000,
  note: 'Sell a little',
  enabled: false,
  snoozedUntil: 1_796_000_000_000,
  armedAt: 1_795_000_000_000,
}));

/** Alerts on figures that are calculated from several prices. */
export const CALCULATED_RULES = [
  `price.EUR.${BTC}`,
  `holding.XAU-g.${ETH}`,
  'total.USD',
  'total.EUR.2f1c7c1e-5a5e-4b7d-9d55-0c7f2b1f6a10',
].map((feedId, index): AlertRule => ({
  ...ALERT_RULES[index]!,
  id: `calculated-${index}`,
  feedId,
}));

export const ALERT_SETTINGS = {
  areOn: false,
  tellsMissed: true,
  sound: true,
  quietHours: { enabled: true, from: '21:30', to: '06:15', days: [1, 7] },
} satisfies AlertSettings;

const HAPPENINGS = [
  { kind: 'crosses', direction: 'above', level: '65000' },
  { kind: 'is', side: 'below', level: '-0.5' },
  {
    kind: 'moves',
    direction: 'down',
    from: '66000',
    change: '1650',
    percent: '-2.50',
    seconds: 1_800,
  },
  { kind: 'deviates-from-ema', side: 'above', ema: '64000', percent: '1.02' },
  { kind: 'confidence-wider', basisPoints: '15.3', limit: '15' },
  { kind: 'stale-while-open' },
  { kind: 'market', now: 'closed' },
] satisfies AlertEvent[];

export const FIRINGS = HAPPENINGS.map((what, index): Firing => ({
  id: `alert-${index}.1795000000-7.0`,
  alertId: `alert-${index}`,
  feedId: BTC,
  at: 1_795_000_000_000,
  what,
  missed: true,
  price: { price: '6500012', conf: '120', expo: -2, publishTime: 1_795_000_000, slot: 7 },
  delivered: 'summary',
  seenAt: 1_795_000_100_000,
}));

export const FIRING_PROOFS_1 = {
  [FIRINGS[0]!.id]: {
    update: 'UE5BVQEAAAA=',
    signers: {
      name: 'Pyth routers',
      emitterChain: 26,
      emitterAddress: 'e1'.repeat(32),
      setIndex: 1,
      keys: ['41534bb176e461a3fb30479400f210549ecce638'],
      quorum: 1,
    },
  },
};

export const FIRING_PROOFS_2 = { [FIRINGS[0]!.id]: 'UE5BVQEAAAA=' };

const POINT = { price: '6500012', expo: -2, time: 1_795_000_000 };

const TRACKERS = [
  {
    kind: 'crossing',
    seen: 'below',
    needsBand: true,
    confirming: { direction: 'above', since: 1_795_000_000 },
  },
  { kind: 'condition', needsBand: true, confirming: 1_795_000_000 },
  {
    kind: 'move',
    baseline: POINT,
    window: { lows: [POINT], highs: [POINT] },
    confirming: { direction: 'up', since: 1_795_000_000 },
  },
  { kind: 'market', wasOpen: false },
] satisfies Tracker[];

const SUSPENSIONS = {
  runaway: 'It fired 15 times within 3 minutes and was about to fire again. Arm it again.',
  undelivered: 'It triggered 100 times while its notifications were waiting. Reactivate it.',
  crowded: 'It triggered again while thousands of notifications were waiting. Reactivate it.',
} satisfies Record<SuspensionReason, string>;
const REASONS = ['runaway', 'undelivered', 'crowded', 'runaway'] as const;

const statesWith = <Reason extends string>(reasonOf: (reason: SuspensionReason) => Reason) =>
  Object.fromEntries(
    TRACKERS.map((tracker, index) => [
      `alert-${index}`,
      stateWith(tracker, reasonOf(REASONS[index] ?? 'runaway')),
    ]),
  );

function stateWith<Reason extends string>(tracker: Tracker, reason: Reason) {
  return {
    watching: 'crosses 65000',
    tracker,
    gap: true,
    asOf: { publishTime: 1_795_000_000, slot: 7 },
    count: 3,
    lastFiredAt: 1_795_000_000_000,
    doneAt: 1_795_000_000_000,
    coolingUntil: 1_795_000_600_000,
    recent: [1_795_000_000_000],
    suspended: { at: 1_795_000_000_000, reason },
    watchesSince: 1_794_000_000_000,
    unreported: { at: 1_795_000_000_000, why: 'cooling' } as const,
    madeOf: {
      basis: '2kq0z7d8x1f3a',
      times: [1_795_000_000, 1_794_999_999],
      changedAt: 1_794_000_000_000,
    },
  };
}

export const ALERT_STATES_1 = {
  [BTC]: { states: statesWith((reason) => SUSPENSIONS[reason]), revision: 1_795_000_000_000 },
};

export const ALERT_STATES_2 = {
  [BTC]: {
    states: statesWith((reason) => reason) satisfies Record<string, AlertState>,
    revision: 1_795_000_000_000,
  },
};

export const ALERT_MARKS = { [BTC]: 'fired', [ETH]: 'armed' } satisfies Record<string, AlertMark>;

export const ALERT_REACH = {
  [BTC]: { points: [POINT], isNear: true, until: 1_795_000_000_000 },
} satisfies Record<string, Reach>;

export const DELETED_ALERTS = { 'alert-1': { feedId: BTC, at: 1_795_000_000_000 } };

export const ABSENCES: Record<string, Absence> = {
  [BTC]: {
    feedId: BTC,
    from: 1_795_000_000,
    until: 1_795_030_000,
    hasSlept: true,
    endedAt: 1_795_030_001_000,
    tries: 1,
    alerts: Object.entries(ALERT_STATES_2[BTC].states).map(([alertId, before], index) => ({
      alertId,
      before,
      count: before.count,
      missed: FIRINGS[index] ?? null,
    })),
  },
};
