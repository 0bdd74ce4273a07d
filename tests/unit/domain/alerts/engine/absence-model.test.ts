import { describe, expect, it } from 'vitest';
import type { Firing } from '../../../../../lib/domain/alerts/model/firing.ts';
import type { AlertPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRule } from '../../../../../lib/domain/alerts/model/rule.ts';
import { makeRule, START } from '../builders.ts';
import { faultsOf, withoutShared, type Found } from './absences.ts';
import { createMortalAlert, type Death } from './mortal-alerts.ts';
import { awake, createChance, makeLevelRule, makeTicks, tick, type Chance } from './paths.ts';

const RUNS = Number(process.env['ABSENCE_MODEL_RUNS'] ?? 40);
const FIRST = Number(process.env['ABSENCE_MODEL_FROM'] ?? 0);
const BASE = 10_000;
/** The least time without responses that counts while the browser runs. */
const GAP_SECONDS = 301;

interface Gap {
  from: number;
  until: number;
  kind: 'slept' | 'closed' | 'cut off';
}

/**
 * One run: a path of prices with gaps, and a worker that dies now and then. `null`: the run shows
 * nothing.
 */
function play(seed: number): Found | null {
  const chance = createChance(seed + 7_000_000);
  const rule = makeLevelRule(chance, BASE);
  const ticks = makeTicks(chance, chance.pick([1_800, 5_400]), BASE);
  const gaps = makeGaps(chance, ticks);
  const mortality = chance.pick([0, 0.01, 0.1]);
  const alert = createMortalAlert(rule, ticks);
  const answered = new Set<AlertPrice>();
  let looking: { store: ReturnType<typeof alert.look>; at: number } | null = null;
  let gone: Gap | undefined;
  for (const price of ticks) {
    const now = price.publishTime;
    const gap = gaps.find(({ from, until }) => now >= from && now < until);
    if (gap) {
      // The worker ends with the browser, and may end with the network.
      if (gap !== gone) looking = null;
      if (gap !== gone && gap.kind === 'closed') alert.close();
      if (gap.kind === 'cut off' && now % 30 < 5) alert.tick(now * 1_000);
      gone = gap;
      continue;
    }
    gone = undefined;
    const death = deathIn(chance, mortality);
    if (alert.answer(price, death)) answered.add(price);
    if (death) looking = null;
    if (!looking && alert.isLooking)
      looking = { store: alert.look(now), at: now + chance.between(0, 6) };
    if (looking && looking.at <= now) {
      looking.store?.(price, deathIn(chance, mortality));
      looking = null;
    }
  }
  const last = ticks.at(-1);
  if (last) alert.look(last.publishTime)?.(last, null);
  // A price that a worker did not store before it died may be in an absence as well.
  const spans = [...gaps, ...alert.absences];
  const away = ticks.filter(
    (price) => !answered.has(price) && spans.some((span) => isWithin(span, price.publishTime)),
  );
  const states = alert.absences.flatMap(({ alerts }) => alerts.map(({ before }) => before));
  const shown = new Set([...answered, ...withoutShared(away, states)]);
  const { firings: truth, feed } = awake(rule, pick(ticks, new Set([...answered, ...away])));
  // Lookups cannot see how often a price flutters.
  if (feed.states[rule.id]?.suspended || alert.isSuspended) return null;
  const live = awake(rule, pick(ticks, answered)).firings;
  const isExpected = ({ at }: Firing): boolean =>
    // After an absence, a confirmation that began in it starts over.
    !gaps.some(({ until }) => isWithin(confirmationOf(rule, at), until)) &&
    // An unproven price within the reset distance does not reactivate the alert.
    (rule.rearmBandPercent === '0' ||
      spans.some((span) => isWithin(span, at / 1_000)) ||
      live.some((firing) => firing.at === at));
  const visible = awake(rule, pick(ticks, shown)).firings.filter((each) => isExpected(each));
  const firings = alert.history.filter(({ missed }) => !missed);
  const claims = alert.history.filter(({ missed }) => missed);
  return { rule, ticks, truth, visible, firings, claims, hasUnprovenStates: true };
}

const isWithin = ({ from, until }: Pick<Gap, 'from' | 'until'>, at: number): boolean =>
  at >= from && at < until;

function confirmationOf({ confirmationSeconds }: AlertRule, firedAt: number) {
  const until = firedAt / 1_000;
  return { from: until - confirmationSeconds, until };
}

function pick(ticks: readonly AlertPrice[], which: ReadonlySet<AlertPrice>): AlertPrice[] {
  return ticks.filter((price) => which.has(price));
}

function deathIn(chance: Chance, share: number): Death {
  return chance.random() < share ? chance.pick(['before', 'between']) : null;
}

function makeGaps(chance: Chance, ticks: readonly AlertPrice[]): Gap[] {
  const gaps: Gap[] = [];
  const end = (ticks.at(-1)?.publishTime ?? 0) - 120;
  let from = (ticks[0]?.publishTime ?? 0) + chance.between(60, 400);
  while (gaps.length < 3) {
    const kind = chance.pick(['slept', 'closed', 'cut off']);
    const shortest = kind === 'closed' ? chance.pick([3, GAP_SECONDS]) : GAP_SECONDS;
    const until = from + shortest + chance.between(0, chance.pick([5, 60, 900]));
    if (until >= end) break;
    gaps.push({ from, until, kind });
    from = until + chance.between(20, 600);
  }
  return gaps;
}

describe('an alert whose worker dies and whose computer sleeps', () => {
  it('loses no crossing that a candle shows, and triggers for none twice', () => {
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const found = play(seed);
      expect(found ? faultsOf(found) : [], `seed ${seed}`).toEqual([]);
    }
  }, 3_600_000);
});

it('an alert does not trigger again if a worker died between looking and its next price', () => {
  const found = play(5_324);
  expect(found?.firings.map(({ at }) => at)).toEqual([
    ...new Set(found?.firings.map(({ at }) => at)),
  ]);
});

describe('a crossing right after an absence', () => {
  const rule = makeRule(
    { kind: 'crosses', direction: 'above', level: '100' },
    { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
  );
  /** The browser is closed from 90 to 250 s, and above the level from 255 s on. */
  const wake = (isLive: boolean) => {
    const ticks = Array.from({ length: 270 }, (_, at) =>
      tick(START + at, at < 255 ? 9_900 : 10_100),
    );
    const alert = createMortalAlert(rule, ticks);
    for (const [at, price] of ticks.entries()) {
      if (at === 90) alert.close();
      if (at < 90 || (at > 250 && (isLive || at < 255))) alert.answer(price, null);
    }
    const last = ticks[isLive ? 265 : 254];
    if (last) alert.look(START + 265)?.(last, null);
    return alert.history.map(({ at, missed }) => ({ after: at / 1_000 - START, missed }));
  };

  it('is not mentioned again if the alert triggered on its live price', () => {
    expect(wake(true)).toEqual([{ after: 255, missed: false }]);
  });

  it('is mentioned if the candle alone shows it', () => {
    expect(wake(false)).toEqual([{ after: 240, missed: true }]);
  });
});

describe('what is being confirmed while the extension is updated', () => {
  const rule = makeRule(
    { kind: 'crosses', direction: 'above', level: '100' },
    { confirmationSeconds: 300 },
  );
  /**
   * The level is crossed after 60 s and left soon after the confirmation; no responses for 90 s of
   * it.
   */
  const update = (dipAt: number | null) => {
    const ticks = Array.from({ length: 500 }, (_, at) =>
      tick(START + at, at >= 60 && at < 370 && at !== dipAt ? 10_100 : 9_900),
    );
    const alert = createMortalAlert(rule, ticks);
    for (const [at, price] of ticks.entries()) {
      if (at === 150) alert.close();
      if (at < 150 || at > 239) alert.answer(price, null);
      if (at === 245) alert.look(price.publishTime)?.(price, null);
    }
    return alert.history.map(({ at, missed }) => ({ after: at / 1_000 - START, missed }));
  };

  it('goes on, if no candle left the side of the level', () => {
    expect(update(null)).toEqual([{ after: 360, missed: false }]);
  });

  it('starts over, if a candle did', () => {
    expect(update(200).filter(({ missed }) => !missed)).toEqual([]);
  });
});
