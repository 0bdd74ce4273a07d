import type { Measure } from '../../domain/currency/cross.ts';
import type { FeedFacts } from '../../domain/holdings/ingredients.ts';
import { valueHoldings } from '../../domain/holdings/value-holdings.ts';
import type { AnsweredSignedPrice } from '../questions.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import { feedsOf, type Held, type HeldLine } from './held-lines.ts';

/** A price that is older than a statement's time. */
export interface OldPrice {
  feedId: FeedId;
  name: string;
  seconds: number;
}

/** A line that a statement can contain. */
export interface DraftLine extends HeldLine {
  /** `unsigned`: there is no signed price of its feed. `noValue`: it has one, but no value. */
  problem: 'unsigned' | 'noValue' | null;
  /** `null` if it has no value. */
  value: Measure | null;
  isClosed: boolean;
  /** Those of its prices that are older than the limit. */
  old: readonly OldPrice[];
}

/** What a statement at a time can contain. */
export interface Draft {
  held: Held;
  time: UnixSeconds;
  lines: readonly DraftLine[];
  answers: ReadonlyMap<FeedId, AnsweredSignedPrice>;
  facts: ReadonlyMap<FeedId, FeedFacts>;
}

/**
 * Values each line with the signed prices of a time.
 *
 * @param staleLimit seconds by which a price may be older than the statement's time
 */
export function draftStatement(
  held: Held,
  prices: readonly AnsweredSignedPrice[],
  { time, staleLimit }: { time: UnixSeconds; staleLimit: number },
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
      old: oldPrices(line),
    };
  });
  return { held, time, lines, answers, facts };

  function oldPrices(line: HeldLine): OldPrice[] {
    return feedsOf(line).flatMap((id) => {
      const proven = answers.get(id)?.proven;
      const seconds = proven ? time - proven.price.publishTime : 0;
      return seconds > staleLimit ? [{ feedId: id, name: held.names.get(id) ?? id, seconds }] : [];
    });
  }
}

/** Only prices that signatures prove count, so none of them has another flaw. */
function factsOf({ proven, isClosed }: AnsweredSignedPrice): FeedFacts {
  return { price: proven?.price, isClosed, isStale: false, isProven: true };
}
