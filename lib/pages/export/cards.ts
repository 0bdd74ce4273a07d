import { currencyLabel } from '../../domain/currency/currency-label.ts';
import { subtractDecimals } from '../../domain/prices/arithmetic.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { Condition } from '../../domain/prices/condition.ts';
import { parseDecimal, toDecimal, toNumber, type Decimal } from '../../domain/prices/decimal.ts';
import { formatPercent, formatPrice } from '../../domain/prices/format-price.ts';
import { verifiedWords } from '../../domain/prices/signer-words.ts';
import type { Proof, StoredPrice } from '../../domain/prices/stored-price.ts';
import { splitMessage, t } from '../../base/locale/t.ts';
import { toMilliseconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { readLines, type ChartLine } from './chart-lines.ts';
import { pictureSource, timeWithZone } from './picture-source.ts';
import { readWatchlist, type ListedFeed } from './watchlist-snapshot.ts';

/** A part of a text and how it is drawn. */
export interface TextRun {
  text: string;
  as: 'strong' | 'plain' | 'quiet' | 'faint' | 'change' | 'warning';
  /** Digits run from left to right in every language. */
  isFigure?: boolean;
}

/** A feed as a picture shows it. */
export interface Card {
  name: TextRun[];
  about: string;
  price: TextRun[];
  /** Includes the amount in money. */
  change: TextRun[];
  briefChange: TextRun[];
  way: 'up' | 'down' | 'flat';
  line: ChartLine | null;
  /** Whether the price is verified, and anything unusual about it. */
  state: string;
  /** The state without the names of signers. */
  briefState: string;
  isVerified: boolean;
}

export interface CardSet {
  cards: Card[];
  /** Where the prices come from, or that they are samples. */
  source: TextRun;
  time: TextRun;
}

/** The cards of the list, or of one feed. Their texts are in the user's language. */
export async function readCards(nowMs: UnixMilliseconds, only?: FeedId): Promise<CardSet> {
  const snapshot = await readWatchlist(nowMs, only);
  const lines = await readLines(snapshot);
  const cards = snapshot.feeds.map((feed) =>
    cardOf(feed, snapshot.changePeriod, lines.get(feed.id) ?? null),
  );
  const published = only === undefined ? null : (snapshot.feeds[0]?.price?.publishTime ?? null);
  const time = timeWithZone(published === null ? snapshot.atMs : toMilliseconds(published));
  const ids = snapshot.feeds.flatMap(({ price, parts }) =>
    price ? parts.map(({ id }) => id) : [],
  );
  const source: TextRun = snapshot.feeds.some(({ price }) => price?.isSample)
    ? { text: t('samples.title'), as: 'warning' }
    : { text: await pictureSource(ids), as: 'quiet' };
  return { cards, source, time: { text: time, as: 'quiet' } };
}

// A picture is viewed later, so it shows no times.
const CONDITION_WORDS: Record<Condition, () => string> = {
  closed: () => t('row.mark.closed'),
  stale: () => t('row.mark.stale'),
  'after-hours': () => t('marketHours.afterHours'),
};

function cardOf(feed: ListedFeed, period: ChangePeriod, line: ChartLine | null): Card {
  const { symbol, subject, ownName, price, parts } = feed;
  const percent = feed.changePercent === null ? null : parseDecimal(feed.changePercent);
  const conditions = parts.flatMap(({ condition }) => condition ?? []);
  const isStale = conditions.includes('stale');
  const proofState = price?.proof?.state === 'verified' ? 'verified' : 'unchecked';
  const notes = new Set(conditions.map((condition) => CONDITION_WORDS[condition]()));
  const amount = amountOf(feed);
  const changeIn = (text: string): TextRun[] =>
    splitMessage(`row.change.${period}`, { change: text }).map((part, index) =>
      index % 2 === 1
        ? { text: part ?? '', as: isStale ? 'quiet' : 'change', isFigure: true }
        : { text: part ?? '', as: 'quiet' },
    );
  const percentText = percent && formatPercent(percent);
  return {
    name: ownName === null ? nameRuns(symbol) : [{ text: ownName, as: 'strong' }],
    about: ownName === null ? subject : symbol,
    price: priceRuns(feed, isStale),
    change: percentText ? changeIn(amount ? `${amount} (${percentText})` : percentText) : [],
    briefChange: percentText ? changeIn(percentText) : [],
    way: isStale ? 'flat' : wayOf(percent),
    line,
    state: price?.isSample ? '' : [proofText(price), ...notes].join(' · '),
    briefState: price?.isSample ? '' : [t(`proof.state.${proofState}`), ...notes].join(' · '),
    isVerified: proofState === 'verified',
  };
}

/** The quote currency is fainter than the rest: `BTC`, `/USD`. */
function nameRuns(symbol: string): TextRun[] {
  const slash = symbol.lastIndexOf('/');
  if (slash < 1) return [{ text: symbol, as: 'strong' }];
  return [
    { text: symbol.slice(0, slash), as: 'strong', isFigure: true },
    { text: symbol.slice(slash), as: 'faint', isFigure: true },
  ];
}

function priceRuns({ price, convertedTo }: ListedFeed, isStale: boolean): TextRun[] {
  const exact = price && toDecimal(price.price, price.expo);
  if (!price || !exact) return [{ text: '–', as: 'quiet' }];
  const confidence = toDecimal(price.conf, price.expo);
  const { certain, uncertain } = formatPrice(exact, { confidence, digits: 'row' });
  return [
    { text: certain, as: isStale ? 'quiet' : 'strong', isFigure: true },
    ...(uncertain ? [{ text: uncertain, as: 'faint', isFigure: true } as const] : []),
    ...(convertedTo === null
      ? []
      : [{ text: ` ${currencyLabel(convertedTo)}`, as: 'faint', isFigure: true } as const]),
  ];
}

function amountOf({ price, changeFrom }: ListedFeed): string | null {
  const now = price && toDecimal(price.price, price.expo);
  if (!now || !changeFrom) return null;
  const amount = subtractDecimals(now, changeFrom.price);
  return formatPrice(amount, { digits: 'row', sign: 'always' }).text;
}

function wayOf(percent: Decimal | null): Card['way'] {
  const value = percent ? toNumber(percent) : 0;
  if (value === 0) return 'flat';
  return value > 0 ? 'up' : 'down';
}

function proofText(price: StoredPrice | null): string {
  const proof: Proof | undefined = price?.proof;
  if (proof?.state !== 'verified') return t('proof.state.unchecked');
  return verifiedWords(proof);
}
