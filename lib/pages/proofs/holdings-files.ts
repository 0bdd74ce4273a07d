import { quoteOf, type Measure } from '../../domain/currency/cross.ts';
import { PIVOT } from '../../domain/currency/currencies.ts';
import { currencyLabel } from '../../domain/currency/currency-label.ts';
import type { CurrencyFeeds } from '../../domain/currency/currency-feed.ts';
import type { Rational } from '../../domain/currency/rational.ts';
import { routeBetween, type ConversionRoute } from '../../domain/currency/route.ts';
import { withoutPairs } from '../../domain/holdings/exact-sum.ts';
import { positionOf, type Position } from '../../domain/holdings/position.ts';
import { exponentOf } from '../../domain/prices/arithmetic.ts';
import { toDecimalString } from '../../domain/prices/decimal.ts';
import { nameOrSymbol } from '../../domain/prices/feed-name.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { holdingValues, type HoldingValues } from '../../domain/proofs/holding-values.ts';
import type { ProvenHoldings } from '../../domain/proofs/proof-file.ts';
import type { SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import { followedFeeds } from '../../storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '../../storage/values/currency.ts';
import { holdings } from '../../storage/values/holdings.ts';
import { groups, listView, rowNames } from '../../storage/values/view.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { SaveError } from '../../base/save-error.ts';
import {
  toMilliseconds,
  toSeconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import { inquire } from '../inquiries.ts';
import type { AnsweredSignedPrice } from '../questions.ts';
import { distanceFrom } from '../../domain/prices/early-late.ts';
import { formatList } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import { exactText, isoTime } from '../export/exact-text.ts';
import { fileName } from '../export/file-name.ts';
import { textFile, type ExportFile } from '../export/files.ts';
import { column, toCsv, type Column } from '../export/table.ts';
import { proofFile } from './save-proof.ts';

/**
 * The selected group's holdings at a time, as a table or with the signed prices.
 * @param publishTime `null`: now
 * @throws InquiryError if the service provides no prices; SaveError if no holding has a value
 */
export async function holdingsFile(
  format: 'csv' | 'proof',
  publishTime: UnixSeconds | null,
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const { prices, values, leftOut, ...claims } = await exportedHoldings(publishTime);
  const subject = claims.group ?? 'watchlist';
  const file =
    format === 'csv'
      ? textFile(
          fileName({ subject, what: 'holdings', atMs: claims.time, extension: 'csv' }),
          holdingsCsv({ prices, values, ...claims }),
          'csv',
        )
      : proofFile(subject, prices, { holdings: claims }, nowMs);
  const names = formatList(leftOut, 'conjunction');
  return leftOut.length > 0 ? { ...file, note: t('export.holdings.leftOut', { names }) } : file;
}

/** A holding, an exchange rate, or the total. */
interface Row {
  name: string;
  of: ProvenFeed | null;
  quantity: string | null;
  value: Measure | null;
}

/** Lists holdings, exchange rates and the total, with all digits and times in UTC. */
function holdingsCsv({
  time,
  currency,
  lines,
  prices,
  values,
}: Omit<ExportedHoldings, 'leftOut' | 'group'>): string {
  const rows = prices.map((of, index): Row => {
    const quantity = lines[index]?.quantity ?? null;
    return { name: of.name, of, quantity, value: values.lines[index] ?? null };
  });
  const total: Row = { name: 'total', of: null, quantity: null, value: values.total };
  return toCsv(columnsOf(time, currency), [...rows, total]);
}

function columnsOf(time: UnixMilliseconds, currency: string): Column<Row>[] {
  const seconds = toSeconds(time);
  return [
    column('name', 'text', ({ name }) => name),
    column('id', 'text', ({ of }) => of && of.id),
    column('time', 'text', () => isoTime(time)),
    column('price', 'figure', ({ of }) => of && exactText(of.price.price, of.price.expo)),
    column('confidence', 'figure', ({ of }) => of && exactText(of.price.conf, of.price.expo)),
    column('publish_time', 'text', ({ of }) => of && isoTime(toMilliseconds(of.price.publishTime))),
    column(
      'time_mark',
      'text',
      ({ of }) => of && (distanceFrom(seconds, of.price.publishTime)?.when ?? null),
    ),
    column('market_closed', 'text', ({ of }) => of && (of.isClosed ? 'yes' : 'no')),
    column('quantity', 'figure', ({ quantity }) => quantity),
    column('value', 'figure', ({ value }) => value && toDecimalString(value.price)),
    column('value_confidence', 'figure', ({ value }) => value && toDecimalString(value.confidence)),
    column('currency', 'text', ({ value }) => value && currency),
  ];
}

/** A holding's price, or an exchange rate. */
interface ProvenFeed {
  id: FeedId;
  name: string;
  price: StoredPrice;
  bytes: SignedBytes;
  isClosed: boolean;
}

/** Holdings at a time, with every signed price behind their values. */
interface ExportedHoldings extends ProvenHoldings {
  /** Prices of the lines in their order, then exchange rates. */
  prices: readonly ProvenFeed[];
  values: HoldingValues;
  /** Holdings that have no value, because a signed price or an exchange rate is missing. */
  leftOut: readonly string[];
}

interface HeldLine {
  feedId: FeedId;
  name: string;
  position: Position;
  /** `null`: its value cannot be converted. */
  route: ConversionRoute | null;
}

type RoutedLine = HeldLine & { route: ConversionRoute };

/**
 * The selected group's holdings.
 * @param publishTime `null`: now
 * @throws InquiryError if the service provides no prices; SaveError if no holding has a value
 */
async function exportedHoldings(publishTime: UnixSeconds | null): Promise<ExportedHoldings> {
  const { group, currency, lines: held, names } = await readHeld();
  if (held.length === 0) throw new SaveError('noHoldings');
  const ids = [...new Set(held.flatMap(feedsOf))];
  const time = publishTime ?? Math.floor(toSeconds(Date.now()));
  const answer = await inquire({ kind: 'signed-prices', ids, publishTime });
  const proven = new Map(answer.prices.flatMap((one) => provenEntry(one, names)));
  const valued = held.filter((line): line is RoutedLine => isValued(line, proven));
  if (valued.length === 0) throw new SaveError('noHoldings');
  const used = new Set([...valued.map(({ feedId }) => feedId), ...valued.flatMap(feedsOf)]);
  const prices = [...used].flatMap((id) => proven.get(id) ?? []);
  const lines = valued.map((line) => exportedLine(line, [...used]));
  return {
    group,
    time: toMilliseconds(time),
    currency,
    lines,
    prices,
    values: holdingValues(
      lines,
      prices.map(({ price }) => quoteOf(price)),
    ),
    leftOut: held.filter((line) => !isValued(line, proven)).map(({ name }) => name),
  };
}

async function readHeld() {
  const [listed, view, allGroups, held, known, names, chosen, feeds] = await Promise.all([
    watchlist.getValue(),
    listView.getValue(),
    groups.getValue(),
    holdings.getValue(),
    followedFeeds.getValue(),
    rowNames.getValue(),
    displayCurrency.getValue(),
    currencyFeeds.getValue(),
  ]);
  const group = allGroups.find(({ id }) => id === view.groupId);
  const currency = chosen ?? PIVOT;
  const lines = listed
    .filter((id) => group?.feedIds.includes(id) ?? true)
    .flatMap((feedId): HeldLine[] => {
      const holding = held[feedId];
      const position = holding && positionOf(feedId, holding, known[feedId]);
      if (!position) return [];
      const { quote } = position;
      const route = quote === null ? null : routeBetween(quote, currency, feeds);
      return [{ feedId, name: nameOrSymbol(feedId, names, known), position, route }];
    });
  const own = lines.map(({ feedId, name }) => [feedId, name] as const);
  return {
    group: group?.name ?? null,
    currency,
    lines,
    names: new Map([...rateNames(feeds), ...own]),
  };
}

/** The held feed, then the feeds that convert its price. */
function feedsOf({ feedId, route }: HeldLine): FeedId[] {
  return [feedId, ...(route?.legs ?? []).map(({ id }) => id)];
}

function rateNames(feeds: CurrencyFeeds): (readonly [FeedId, string])[] {
  return Object.entries(feeds).flatMap(([currency, feed]) => {
    if (!feed) return [];
    const label = currencyLabel(currency);
    return [[feed.id, feed.isInverse ? `${PIVOT}/${label}` : `${label}/${PIVOT}`] as const];
  });
}

function provenEntry(
  { id, proven, isClosed }: AnsweredSignedPrice,
  names: ReadonlyMap<FeedId, string>,
): (readonly [FeedId, ProvenFeed])[] {
  return proven ? [[id, { id, name: names.get(id) ?? id, isClosed, ...proven }]] : [];
}

function isValued(line: HeldLine, proven: ReadonlyMap<FeedId, ProvenFeed>): boolean {
  return line.route !== null && feedsOf(line).every((id) => proven.has(id));
}

function exportedLine(
  { feedId, name, position, route: { legs, factor } }: RoutedLine,
  ids: readonly FeedId[],
): ProvenHoldings['lines'][number] {
  const factors = withoutPairs([{ id: feedId, isInverse: false }, ...legs]);
  return {
    name,
    quantity: toDecimalString(position.quantity),
    factors: factors.map(({ id, isInverse }) => ({ price: ids.indexOf(id), isInverse })),
    rate: rateOf(factor),
  };
}

/** Combines all rates into one number to multiply or divide by. */
function rateOf({ numerator, denominator }: Rational): ProvenHoldings['lines'][number]['rate'] {
  if (numerator === denominator) return null;
  const [rate, per] = [exponentOf(denominator), exponentOf(numerator)];
  if (rate !== null)
    return { by: 'rate', value: toDecimalString({ mantissa: numerator, expo: -rate }) };
  if (per !== null)
    return { by: 'per', value: toDecimalString({ mantissa: denominator, expo: -per }) };
  throw new RangeError('This rate is no decimal number.');
}
