import type { AlertEvent } from '@/lib/domain/alerts/model/event.ts';
import type { Delivery, Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState, Tracker } from '@/lib/domain/alerts/model/state.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import type { Reach } from '@/lib/storage/values/alert-reach.ts';
import type { AlertMarkState } from '@/lib/domain/alerts/model/mark.ts';
import type { AlertSettings } from '@/lib/storage/values/alerts.ts';
import { BTC, ETH } from '../../background/feeds.ts';

const OPTIONS = {
  feedId: BTC,
  expiresAt: 1_797_000_000_000,
  note: 'Sell a little',
  enabled: false,
  snoozedUntil: 1_796_000_000_000,
  armedAt: 1_795_000_000_000,
};

/** With the kinds and options of version 0.2.0. */
export const ALERT_RULES_1 = [
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
].map((trigger, index) => ({
  id: `alert-${index}`,
  trigger,
  repeat: index % 2 === 0 ? { mode: 'once' } : { mode: 'repeating', cooldownSeconds: 600 * index },
  rearmBandPercent: '0.5',
  confirmationSeconds: 30,
  certain: true,
  onlyWhileOpen: false,
  ...OPTIONS,
}));

const TRIGGERS = [
  { kind: 'crosses', direction: 'either', level: '65000' },
  { kind: 'crosses', direction: 'below', level: '-0.5', alsoIfThere: true },
  {
    kind: 'moves',
    direction: 'down',
    by: { unit: 'percent', amount: '2.5' },
    withinSeconds: 3_600,
  },
  { kind: 'retired', was: 'value-since-last', figure: '100' },
  { kind: 'retired', was: 'average', figure: '1' },
  { kind: 'retired', was: 'confidence', figure: '15' },
  { kind: 'stale-while-open' },
  { kind: 'market', change: 'opens' },
] satisfies Trigger[];

export const ALERT_RULES_2 = TRIGGERS.map((trigger, index): AlertRule => ({
  id: `alert-${index}`,
  trigger,
  repeat:
    index % 2 === 0
      ? { mode: 'once' }
      : { mode: 'repeating', cooldownSeconds: index === 7 ? 3_600 : 60 },
  ...OPTIONS,
}));

/** Alerts on figures that are calculated from several prices. */
const CALCULATED = [
  `price.EUR.${BTC}`,
  `holding.XAU-g.${ETH}`,
  'total.USD',
  'total.EUR.2f1c7c1e-5a5e-4b7d-9d55-0c7f2b1f6a10',
].map((feedId, index) => ({ feedId, id: `calculated-${index}`, index }));

export const CALCULATED_RULES_1 = CALCULATED.map(({ index, ...own }) => ({
  ...ALERT_RULES_1[index]!,
  ...own,
}));
export const CALCULATED_RULES_2 = CALCULATED.map(({ index, ...own }): AlertRule => ({
  ...ALERT_RULES_2[index]!,
  ...own,
}));

export const ALERT_SETTINGS = {
  areOn: false,
  tellsMissed: true,
  sound: true,
  quietHours: { enabled: true, from: '21:30', to: '06:15', days: [1, 7] },
} satisfies AlertSettings;

const PRICE = { price: '6500012', conf: '120', expo: -2, publishTime: 1_795_000_000, slot: 7 };
const MOVE = {
  kind: 'moves',
  direction: 'down',
  from: '66000',
  change: '1650',
  percent: '-2.50',
  seconds: 1_800,
} satisfies AlertEvent;

const firingOf = (index: number) => ({
  id: `alert-${index}.1795000000-7.0`,
  alertId: `alert-${index}`,
  feedId: BTC,
  at: 1_795_000_000_000,
  missed: true,
  price: PRICE,
  seenAt: 1_795_000_100_000,
});

export const FIRINGS_1 = [
  [{ kind: 'crosses', direction: 'above', level: '65000' }, 'pending'],
  [{ kind: 'is', side: 'below', level: '-0.5' }, 'held'],
  [MOVE, 'merged'],
  [{ kind: 'stale-while-open' }, 'badge'],
  [{ kind: 'market', now: 'closed' }, 'unreported'],
  [{ kind: 'deviates-from-ema', side: 'above', ema: '64000', percent: '1.02' }, 'summary'],
  [{ kind: 'confidence-wider', basisPoints: '15.3', limit: '15' }, 'digest'],
].map(([what, delivered], index) => ({ ...firingOf(index), what, delivered }));

export const FIRINGS_2 = (
  [
    [{ kind: 'crosses', direction: 'above', level: '65000' }, 'pending'],
    [{ kind: 'crosses', direction: 'below', level: '-0.5', wasThere: true }, 'pending'],
    [MOVE, 'notified'],
    [{ kind: 'stale-while-open' }, 'silent'],
    [{ kind: 'market', now: 'closed' }, 'silent'],
  ] satisfies [AlertEvent, Delivery][]
).map(([what, delivered], index): Firing => ({ ...firingOf(index), what, delivered }));

export const FIRING_PROOFS_1 = {
  [FIRINGS_2[0]!.id]: {
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

export const FIRING_PROOFS_2 = { [FIRINGS_2[0]!.id]: 'UE5BVQEAAAA=' };

const POINT = { price: '6500012', expo: -2, time: 1_795_000_000 };

const COMMON = {
  gap: true,
  asOf: { publishTime: 1_795_000_000, slot: 7 },
  count: 3,
  lastFiredAt: 1_795_000_000_000,
  doneAt: 1_795_000_000_000,
  coolingUntil: 1_795_000_600_000,
  madeOf: {
    basis: '2kq0z7d8x1f3a',
    times: [1_795_000_000, 1_794_999_999],
    changedAt: 1_794_000_000_000,
  },
};

/** What a state of version 0.2.0 said about its rule: the rule's parts, keys in order. */
const watched = (trigger: string, repeat = '{"mode":"once"}'): string =>
  `["${BTC}",${trigger},${repeat},"0.5",30,true,false,1795000000000]`;
/** The same today. */
const watching = (trigger: string, repeat = '{"mode":"once"}'): string =>
  `["${BTC}",${trigger},${repeat},1795000000000]`;

const CONFIRMING = { direction: 'above', since: 1_795_000_000 };
const NO_WINDOW = { lows: [], highs: [] };

const STATES_1: [string, object][] = [
  [
    watched('{"direction":"either","kind":"crosses","level":"65000"}'),
    { kind: 'crossing', seen: 'below', needsBand: false, confirming: CONFIRMING },
  ],
  [
    watched(
      '{"kind":"is","level":"-0.5","side":"below"}',
      '{"cooldownSeconds":600,"mode":"repeating"}',
    ),
    { kind: 'condition', needsBand: true, confirming: 1_795_000_000 },
  ],
  [
    watched(
      '{"by":{"amount":"2.5","unit":"percent"},"direction":"down","kind":"moves",' +
        '"since":{"from":"window","seconds":3600}}',
    ),
    { kind: 'move', baseline: null, window: { lows: [POINT], highs: [POINT] }, confirming: null },
  ],
  [
    watched('{"kind":"stale-while-open"}'),
    { kind: 'condition', needsBand: true, confirming: 1_795_000_000 },
  ],
  [watched('{"change":"opens","kind":"market"}'), { kind: 'market', wasOpen: false }],
  // Their alerts no longer run.
  [
    watched('{"kind":"deviates-from-ema","percent":"1"}'),
    { kind: 'move', baseline: POINT, window: NO_WINDOW, confirming: null },
  ],
];

const STATES_2: [string, Tracker][] = [
  [
    watching('{"direction":"either","kind":"crosses","level":"65000"}'),
    { kind: 'crossing', seen: 'below', needsReset: false },
  ],
  [
    watching(
      '{"alsoIfThere":true,"direction":"below","kind":"crosses","level":"-0.5"}',
      '{"cooldownSeconds":60,"mode":"repeating"}',
    ),
    { kind: 'crossing', seen: null, needsReset: true },
  ],
  [
    watching(
      '{"by":{"amount":"2.5","unit":"percent"},"direction":"down","kind":"moves","withinSeconds":3600}',
    ),
    { kind: 'move', lows: [POINT], highs: [POINT] },
  ],
  [
    watching('{"kind":"stale-while-open"}'),
    { kind: 'stale', since: 1_795_000_000, hasFired: true },
  ],
  [watching('{"change":"opens","kind":"market"}'), { kind: 'market', wasOpen: false }],
  [
    watching('{"figure":"1","kind":"retired","was":"average"}'),
    { kind: 'move', lows: [], highs: [] },
  ],
];

const recordOf = (states: Record<string, unknown>) => ({
  [BTC]: { states, revision: 1_795_000_000_000 },
});

const statesOf = <T, Others extends object>(
  list: ReadonlyArray<readonly [string, T]>,
  others: Others,
) =>
  Object.fromEntries(
    list.map(([of, tracker], index) => [
      `alert-${index}`,
      { watching: of, tracker, ...COMMON, ...others },
    ]),
  );

const OLD = {
  recent: [1_795_000_000_000],
  watchesSince: 1_794_000_000_000,
  unreported: { at: 1_795_000_000_000, why: 'cooling' },
};
const suspended = (reason: string) => ({ at: 1_795_000_000_000, reason });

export const ALERT_STATES_1 = recordOf(
  statesOf(STATES_1, {
    ...OLD,
    suspended: suspended('It fired 15 times within 3 minutes and was about to fire again.'),
  }),
);
export const ALERT_STATES_2 = recordOf(
  statesOf(STATES_1, { ...OLD, suspended: suspended('runaway') }),
);
export const ALERT_STATES_3 = recordOf(statesOf(STATES_2, {}) satisfies Record<string, AlertState>);

export const ALERT_MARKS = { [BTC]: 'fired', [ETH]: 'armed' } satisfies Record<
  string,
  AlertMarkState
>;

export const ALERT_REACH = {
  [BTC]: { points: [POINT], isNear: true, until: 1_795_000_000_000 },
} satisfies Record<string, Reach>;

export const DELETED_ALERTS = { 'alert-1': { feedId: BTC, at: 1_795_000_000_000 } };

const absence = (states: Record<string, unknown>, firings: readonly unknown[]) => ({
  [BTC]: {
    feedId: BTC,
    from: 1_795_000_000,
    until: 1_795_030_000,
    hasSlept: true,
    endedAt: 1_795_030_001_000,
    tries: 1,
    alerts: Object.entries(states).map(([alertId, before], index) => ({
      alertId,
      before,
      count: 3,
      missed: firings[index] ?? null,
    })),
  },
});

export const ABSENCES_1 = absence(ALERT_STATES_2[BTC].states, FIRINGS_1);
export const ABSENCES_2 = absence(ALERT_STATES_3[BTC].states, FIRINGS_2);
