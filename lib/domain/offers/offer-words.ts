import { formatCount, formatList } from '../../base/locale/format.ts';
import { isolate } from '../../base/locale/language.ts';
import { splitMessage, t, type MessageKey } from '../../base/locale/t.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { plainText } from '../../base/text/plain-text.ts';
import { numberText, plainPercent, priceText } from '../alerts/text/figures.ts';
import { crossAlong, type Measure } from '../currency/cross.ts';
import { currencyLabel } from '../currency/currency-label.ts';
import { routeBetween } from '../currency/route.ts';
import { heldCurrency } from '../holdings/position.ts';
import { absoluteDecimal, changePercent, multiplyDecimals } from '../prices/arithmetic.ts';
import { attribute } from '../prices/attributes.ts';
import { parseDecimal, toDecimalString, type Decimal } from '../prices/decimal.ts';
import { feedSymbol } from '../prices/feed-name.ts';
import type { Feed } from '../watchlist/catalog.ts';
import type { Offer, OfferPlace } from './offers.ts';

/** Text in the accent color: what the offer sets. */
interface Accent {
  readonly accent: string;
}

const UNIT_LENGTH = 20;
const MAX_NAMES = 4;

/** `Alert me when BTC/USD rises above 85,000`, with the parts in the accent color. */
export function offerTitle(offer: Offer, place: OfferPlace): readonly (string | Accent)[] {
  switch (offer.kind) {
    case 'alert': {
      const subject = nameOf(offer.feed, place);
      const verb = t(`alertForm.verb.${offer.direction}`);
      const level = accent(numberText(offer.level));
      return partsOf('alertForm.sentence.level', { subject, verb, level });
    }
    case 'sentence':
      return [t('search.offer.change')];
    case 'own': {
      const key = offer.more === null ? 'search.offer.own' : 'search.offer.ownMore';
      const quantity = accent(numberText(offer.more ?? offer.quantity));
      return partsOf(key, { quantity, unit: unitOf(offer.feed, place) });
    }
    case 'chart':
      return [`${nameOf(offer.feed, place)} · `, accent(t(`period.${offer.period}`))];
    case 'group':
      return [t('group.newItem')];
    default:
      return [t('search.offer.add', { count: offer.feeds.length })];
  }
}

/** How far away the level is, what the amount is worth, or what is added or grouped. */
export function offerDetail(offer: Offer, place: OfferPlace): string {
  switch (offer.kind) {
    case 'alert':
      return distanceOf(offer, place);
    case 'own': {
      const before = place.holdings[offer.feed.id]?.quantity;
      const owned = before === undefined ? '' : ownedWords(before, offer.feed, place);
      return [worthOf(offer, place), owned].filter(Boolean).join(' · ');
    }
    case 'list': {
      const added = namesOf(offer.feeds, place);
      const query = shortList(offer.unknown.map((item) => plainText(item, UNIT_LENGTH)));
      return query === '' ? added : `${added} · ${t('search.none', { query })}`;
    }
    case 'group':
      return namesOf(offer.feeds, place);
    default:
      return '';
  }
}

/** The state after an amount was stored: `You own 2.5 ETH`. */
export function ownedWords(quantity: string, feed: Feed, place: OfferPlace): string {
  const shown = place.areAmountsHidden ? HIDDEN : numberText(quantity);
  return t('search.offer.owned', { quantity: shown, unit: unitOf(feed, place) });
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

function distanceOf(
  { feed, level }: Extract<Offer, { kind: 'alert' }>,
  { priceOf }: OfferPlace,
): string {
  const [price, target] = [priceOf(feed.id), parseDecimal(level)];
  const percent = price && target && changePercent(target, price);
  if (!percent) return '';
  const distance = plainPercent(toDecimalString(absoluteDecimal(percent)));
  return t('alerts.away', { distance });
}

/** In the display currency; as quoted while an exchange rate is not known. */
function worthOf(
  { feed, quantity }: Extract<Offer, { kind: 'own' }>,
  { priceOf, areAmountsHidden, rates }: OfferPlace,
): string {
  const [price, number] = [priceOf(feed.id), parseDecimal(quantity)];
  const quote = heldCurrency(feed.attributes);
  if (!price || !number || quote === null) return '';
  const quoted = multiplyDecimals(price, number);
  const { currency: shown, currencyFeeds } = rates;
  const route = shown === null ? null : routeBetween(quote, shown, currencyFeeds);
  const legs = route ? route.legs.map(({ id }) => exactly(priceOf(id))) : [];
  const converted = route && crossAlong(route, exactly(quoted), legs)?.price;
  const currency = (converted && shown) ?? quote;
  const figure = areAmountsHidden ? HIDDEN : priceText(converted ?? quoted);
  return t('holding.worth', { value: isolate(`${figure} ${currencyLabel(currency)}`) });
}

function exactly(price: Decimal | null): Measure | null {
  return price && { price, confidence: { mantissa: 0n, expo: 0 } };
}

function namesOf(feeds: readonly Feed[], place: OfferPlace): string {
  return shortList(feeds.map((feed) => nameOf(feed, place)));
}

function nameOf({ id, attributes }: Feed, { names }: OfferPlace): string {
  return names[id] ?? feedSymbol(attributes, id);
}

/** The price service's names are not trusted. */
function unitOf(feed: Feed, place: OfferPlace): string {
  return plainText(attribute(feed.attributes, 'base') ?? '', UNIT_LENGTH) || nameOf(feed, place);
}

/** `A, B and C`, or the first few and how many more. */
function shortList(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const shown = rest > 1 ? [...names.slice(0, MAX_NAMES), `+${formatCount(rest)}`] : names;
  return formatList(shown, rest > 1 ? 'unit' : 'conjunction');
}
