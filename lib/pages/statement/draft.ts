import type { Measure } from '../../domain/currency/cross.ts';
import type { FeedFacts } from '../../domain/holdings/ingredients.ts';
import { valueHoldings } from '../../domain/holdings/value-holdings.ts';
import { distanceFrom, type Distance } from '../../domain/prices/early-late.ts';
import type { AnsweredSignedPrice } from '../questions.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { feedsOf, type Held, type HeldLine } from './held-lines.ts';

export interface DistantPrice extends Distance {
  name: string;
}

export interface DraftLine extends HeldLine {
  /** `unsigned`: its feed has no signed price. `noValue`: it has no value in the currency. */
  problem: 'unsigned' | 'noValue' | null;
  value: Measure | null;
  isClosed: boolean;
  distant: readonly DistantPrice[];
}

export interface Draft {
  held: Held;
  time: UnixSeconds;
  lines: readonly DraftLine[];
  answers: ReadonlyMap<FeedId, AnsweredSignedPrice>;
  facts: ReadonlyMap<FeedId, FeedFacts>;
}

/** Drafts a statement from the signed prices of a time. */
export function draftStatement(
  held: Held,
  prices: readonly AnsweredSignedPrice[],
  time: UnixSeconds,
): Draft {
  const answers = new Map(prices.map((answer) => [answer.id, answer]));
  const facts = new Map(prices.map((answer) => [answer.id, factsOf(answer)]));
  const lines = held.lines.map((line): DraftLine => {
    const { currency, feeds } = held;
    const [counted] = valueHoldings([line.position], currency, feeds, facts).counted;
    const answer = answers.get(line.feedId);
    const value = counted ? { price: counted.price, confidence: counted.confidence } : null;
    return {
      ...line,
      problem: !answer?.proven ? 'unsigned' : value ? null : 'noValue',
      value: answer?.proven ? value : null,
      isClosed: answer?.isClosed ?? false,
      distant: distantPrices(line),
    };
  });
  return { held, time, lines, answers, facts };

  function distantPrices(line: HeldLine): DistantPrice[] {
    return feedsOf(line).flatMap((id) => {
      const proven = answers.get(id)?.proven;
      const distance = proven && distanceFrom(time, proven.price.publishTime);
      return distance ? [{ name: held.names.get(id) ?? id, ...distance }] : [];
    });
  }
}

/** Only proven prices count, so they cannot have another flaw. */
function factsOf({ proven, isClosed }: AnsweredSignedPrice): FeedFacts {
  return { price: proven?.price, isClosed, isStale: false, isProven: true };
}
