import { browser } from 'wxt/browser';
import { t } from '../../base/locale/t.ts';
import { plainText } from '../../base/text/plain-text.ts';
import { FEED_ID, type FeedId } from '../../base/units.ts';
import { leaving, type Market } from '../../domain/market/market.ts';
import { shownChange } from '../../domain/market/shown.ts';
import { offerDetail, offerTitle } from '../../domain/offers/offer-words.ts';
import { offersFor, type Offer, type OfferPlace } from '../../domain/offers/offers.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import { formatPercent } from '../../domain/prices/format-price.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import {
  bestMatch,
  indexCatalog,
  type CatalogIndex,
} from '../../domain/watchlist/search-catalog.ts';
import { catalog } from '../../storage/catalog-store.ts';
import { toolbarFeed, type ToolbarSettings } from '../badge/toolbar-view.ts';
import { toolbarLine } from '../badge/toolbar.ts';
import { cachedMarket } from '../market.ts';
import type { PriceIntake } from '../intake/price-intake.ts';

export interface AddressBarSources {
  settings: ToolbarSettings;
  intake: Pick<PriceIntake, 'prices' | 'askedAt' | 'failed'>;
  /** Resolves once the toolbar is shown, which comes first. */
  toolbar: { shown: Promise<unknown> };
}

interface Line {
  readonly text: string;
  readonly detail: string;
  /** What is entered if the user chooses the line: a text with the same first line. */
  readonly content: string;
}

type Disposition = Parameters<Parameters<typeof browser.omnibox.onInputEntered.addListener>[0]>[1];

/** Browsers show more lines, but the first one has the answer. */
const MAX_LINES = 4;
const LONGEST_QUERY = 80;

/** Answers the texts of one visit to the address bar. */
export class AddressBarAnswers {
  readonly #sources: AddressBarSources;
  readonly #index: Promise<CatalogIndex>;

  constructor(sources: AddressBarSources) {
    this.#sources = sources;
    this.#index = sources.toolbar.shown
      .then(() => catalog.getValue())
      .then(({ feeds }) => indexCatalog(withFollowed(feeds, sources.settings)));
  }

  /** The first line is what Enter does. */
  async linesFor(text: string): Promise<readonly Line[]> {
    if (text.trim() === '') return [];
    const place = this.#place(await this.#index);
    const { offers, feeds, isGuess, problem } = offersFor(text, place);
    const [offer] = offers;
    const query = plainText(text, LONGEST_QUERY);
    const search = { text: t('search.addressBar', { query }), detail: '', content: text };
    const found = feeds.slice(0, MAX_LINES - 1).map((feed) => this.#feedLine(feed, place));
    if (isGuess) return [{ ...search, detail: problem ?? '' }, ...found];
    const lines = offer ? [this.#offerLine(offer, place, text), ...found] : found;
    return lines.length === 0 ? [search] : lines;
  }

  /** Opens the price, or a page that does what the first line says: there, it can be undone. */
  async enter(text: string, disposition: Disposition): Promise<void> {
    await open(await this.#hashOf(text.trim()), disposition);
  }

  async #hashOf(text: string): Promise<string> {
    if (FEED_ID.test(text)) return `#feed/${text}`;
    const { offers, feeds, isGuess } = offersFor(text, this.#place(await this.#index));
    const search = `#search?text=${encodeURIComponent(text)}`;
    if (isGuess || !feeds[0]) return search;
    return offers.length > 0 ? `${search}&enter` : `#feed/${feeds[0].id}`;
  }

  #place(index: CatalogIndex): OfferPlace {
    const { settings } = this.#sources;
    return {
      index,
      assetType: null,
      priceOf: (id) => this.#priceOf(id),
      listed: settings.watchlist.current,
      holdings: settings.holdings.current,
      names: settings.rowNames.current,
      areAmountsHidden: settings.amountsHidden.current,
      rates: this.#market(),
    };
  }

  #priceOf(id: FeedId) {
    const price = leaving(this.#market()).priceOf(id);
    return price ? toDecimal(price.price, price.expo) : null;
  }

  #market(): Market {
    const { settings, intake } = this.#sources;
    const { prices, failed, askedAt } = intake;
    const known = { priceOf: (id: FeedId) => prices.get(id), failed, askedAt };
    return cachedMarket(settings, known, Date.now());
  }

  #offerLine(offer: Offer, place: OfferPlace, content: string): Line {
    const parts = offerTitle(offer, place);
    const text = parts.map((part) => (typeof part === 'string' ? part : part.accent)).join('');
    const notes = [offerDetail(offer, place), ...this.#sampleNote()];
    return { text, detail: notes.filter(Boolean).join(' · '), content };
  }

  /** The last known price, in the words of the toolbar's tooltip, and its change. */
  #feedLine({ id, attributes }: Feed, { index }: OfferPlace): Line {
    const { settings, intake } = this.#sources;
    const { symbol, description } = feedName(attributes, id);
    const isOnly = bestMatch(index, symbol)?.feed.id === id;
    const content = isOnly ? symbol : id;
    if (!intake.prices.has(id)) return { text: symbol, detail: description, content };
    const market = this.#market();
    const [text = '', ...notes] = toolbarLine(toolbarFeed(settings, market, id));
    const period = settings.listView.current.changePeriod;
    const texts = settings[`references${period}`].current;
    const since = shownChange(leaving(market), id, { period, texts });
    const percent = since.none === undefined ? since.percent : null;
    const change = percent && t(`row.change.${period}`, { change: formatPercent(percent) });
    const details = [change, ...notes, ...this.#sampleNote()];
    return { text, detail: details.filter(Boolean).join(' · '), content };
  }

  #sampleNote(): string[] {
    return this.#sources.settings.areSamplesShown.current ? [t('samples.title')] : [];
  }
}

/** The catalog may not have loaded yet. */
function withFollowed(feeds: readonly Feed[], { followedFeeds }: ToolbarSettings): readonly Feed[] {
  if (feeds.length > 0) return feeds;
  return Object.entries(followedFeeds.current).map(([id, attributes]) => ({ id, attributes }));
}

async function open(hash: string, disposition: Disposition): Promise<void> {
  const url = browser.runtime.getURL('/popup.html') + hash;
  if (disposition === 'currentTab') await browser.tabs.update({ url });
  else await browser.tabs.create({ url, active: disposition === 'newForegroundTab' });
}
