import { formatCount, formatList } from '../../base/locale/format.ts';
import { isolate } from '../../base/locale/language.ts';
import { splitMessage, t, type MessageKey } from '../../base/locale/t.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { plainText } from '../../base/text/plain-text.ts';
import type { FeedId } from '../../base/units.ts';
import { numberText, plainPercent, priceText } from '../alerts/text/figures.ts';
import { currencyLabel } from '../currency/currency-label.ts';
import { heldCurrency } from '../holdings/position.ts';
import { absoluteDecimal, changePercent, multiplyDecimals } from '../prices/arithmetic.ts';
import { attribute } from '../prices/attributes.ts';
import { parseDecimal, toDecimalString, type Decimal } from '../prices/decimal.ts';
import type { Feed } from '../watchlist/catalog.ts';
import type { Offer } from './offers.ts';

/** Text in the accent color: what the offer sets. */
interface Accent {
  readonly accent: string;
}

export interface OfferNames {
  /** A feed's display name or symbol. */
  readonly nameOf: (feed: Feed) => string;
  readonly priceOf: (id: FeedId) => Decimal | null;
  readonly areAmountsHidden: boolean;
}

const UNIT_LENGTH = 20;
const MAX_NAMES = 4;

/** `Alert me when BTC/USD rises above 85,000`, with the parts in the accent color. */
export function offerTitle(
  offer: Offer,
  { nameOf }: Pick<OfferNames, 'nameOf'>,
): readonly (string | Accent)[] {
  switch (offer.kind) {
    case 'alert': {
      const { direction, level } = offer.rule.trigger;
      const verb = t(`alertForm.verb.${direction}`);
      const values = { subject: nameOf(offer.feed), verb, level: accent(numberText(level)) };
      return partsOf('alertForm.sentence.level', values);
    }
    case 'sentence':
      return [t('search.offer.change')];
    case 'own': {
      const key = offer.more === null ? 'search.offer.own' : 'search.offer.ownMore';
      const quantity = accent(numberText(offer.more ?? offer.quantity));
      return partsOf(key, { quantity, unit: unitOf(offer.feed, nameOf) });
    }
    case 'chart':
      return [`${nameOf(offer.feed)} · `, accent(t(`period.${offer.period}`))];
    default:
      return [t('search.offer.add', { count: offer.feeds.length })];
  }
}

/** Text only: {@link offerTitle} for the address bar. */
export function offerText(offer: Offer, names: Pick<OfferNames, 'nameOf'>): string {
  return offerTitle(offer, names)
    .map((part) => (typeof part === 'string' ? part : part.accent))
    .join('');
}

/** How far away the level is, what the amount is worth, or what is added. */
export function offerDetail(offer: Offer, names: OfferNames): string {
  return detailsOf(offer, names).join(' · ');
}

function detailsOf(offer: Offer, names: OfferNames): string[] {
  switch (offer.kind) {
    case 'alert':
      return distanceOf(offer.rule.trigger.level, names.priceOf(offer.feed.id));
    case 'own':
      return worthOf(offer, names);
    case 'list': {
      const { feeds, unknown } = offer;
      const none = unknown.map((item) => plainText(item, UNIT_LENGTH));
      return [
        shortList(feeds.map(names.nameOf)),
        ...(none.length > 0 ? [t('search.none', { query: shortList(none) })] : []),
      ];
    }
    default:
      return [];
  }
}

/** The state after an amount was stored: `You own 2.5 ETH`. */
export function ownedWords(
  quantity: string,
  feed: Feed,
  { nameOf, areAmountsHidden }: Pick<OfferNames, 'nameOf' | 'areAmountsHidden'>,
): string {
  const shown = areAmountsHidden ? HIDDEN : numberText(quantity);
  return t('search.offer.owned', { quantity: shown, unit: unitOf(feed, nameOf) });
}

function partsOf(
  key: MessageKey,
  values: Readonly<Record<string, string | Accent>>,
): (string | Accent)[] {
  return splitMessage(key, values).map((part) => part ?? '');
}

function accent(text: string): Accent {
  return { accent: isolate(text) };
}

function distanceOf(level: string, price: Decimal | null): string[] {
  const percent = price && changePercent(parseDecimal(level) ?? price, price);
  if (!percent) return [];
  const distance = plainPercent(toDecimalString(absoluteDecimal(percent)));
  return [t('alerts.away', { distance })];
}

function worthOf(offer: Extract<Offer, { kind: 'own' }>, names: OfferNames): string[] {
  const { feed, quantity, before } = offer;
  const price = names.priceOf(feed.id);
  const number = parseDecimal(quantity);
  const currency = heldCurrency(feed.attributes);
  const isKnown = price && number && currency !== null;
  const figure = isKnown ? priceText(multiplyDecimals(price, number)) : '';
  const value = `${names.areAmountsHidden ? HIDDEN : figure} ${currencyLabel(currency ?? '')}`;
  return [
    ...(isKnown ? [t('holding.worth', { value: isolate(value) })] : []),
    ...(before === null ? [] : [ownedWords(before, feed, names)]),
  ];
}

/** The price service's names are not trusted. */
function unitOf(feed: Feed, nameOf: OfferNames['nameOf']): string {
  return plainText(attribute(feed.attributes, 'base') ?? '', UNIT_LENGTH) || nameOf(feed);
}

/** `A, B and C`, or the first few and how many more. */
function shortList(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const shown = rest > 1 ? [...names.slice(0, MAX_NAMES), `+${formatCount(rest)}`] : names;
  return formatList(shown, rest > 1 ? 'unit' : 'conjunction');
}
