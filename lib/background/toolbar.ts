import { browser } from 'wxt/browser';
import { serviceProblemWords } from '../connection/service-problem-words.ts';
import { STATE_WORDS } from '../connection/state-words.ts';
import { ageMs, formatAge } from '../prices/age.ts';
import { badgeText } from '../prices/badge-text.ts';
import { toDecimal } from '../prices/decimal.ts';
import { formatConfidence, formatPrice } from '../prices/format-price.ts';
import type { ConnectionState } from '../storage/connection.ts';
import type { StoredPrice } from '../storage/prices.ts';
import type { Appearance } from '../storage/settings.ts';

export const TOOLTIP_ROWS = 10;

// White text is legible on each of them, whatever the browser's theme.
const GREEN = '#0b7a4b';
const RED = '#bf2842';
const NEUTRAL = '#3a53d6';
const GREY = '#6c7686';
const ALERT = '#8f5300';

const MAX_ALERTS_TOLD = 3;
const MAX_COUNT = 9_999;

/** One watchlist feed as the toolbar tells of it. */
export interface ToolbarFeed {
  symbol: string;
  price: StoredPrice | undefined;
  /** Closed and stale in words, or empty. */
  note: string;
  isStale: boolean;
  /** What the service sends for it fails verification. */
  hasFailed: boolean;
}

/** A fired alert that was not yet seen. */
export interface ToolbarAlert {
  /** Which one, in words. */
  text: string;
  /** The feed's price; `null`: none is known. */
  price: Pick<StoredPrice, 'price' | 'expo'> | null;
}

export interface ToolbarView {
  /** `undefined`: nothing is followed. */
  badgeFeed: ToolbarFeed | undefined;
  /** In the user's order. */
  feeds: readonly ToolbarFeed[];
  /** Oldest first. */
  alerts: readonly ToolbarAlert[];
  connection: ConnectionState;
  /** How many feeds of the whole watchlist the service sends prices for that fail verification. */
  failedCount: number;
  palette: Appearance['palette'];
  /** What the user should know about the local clock; `null`: nothing. */
  clockNotice: string | null;
  /** Corrected time, unix milliseconds. */
  now: number;
}

/** Shows the badge and the tooltip; tells the browser only what changed. */
export function createToolbar(): { show: (view: ToolbarView) => Promise<void> } {
  // What the worker before told is not known.
  const shown: Record<'text' | 'colour' | 'title', string | null> = {
    text: null,
    colour: null,
    title: null,
  };
  let queue = Promise.resolve();
  return {
    show(view) {
      // One after the other: what is shown last must be what the browser was told last.
      const done = queue.then(() => tell(view));
      queue = done.catch(() => undefined);
      return done;
    },
  };

  async function tell(view: ToolbarView): Promise<void> {
    const text = toolbarText(view);
    const colour = toolbarColour(view);
    const title = toolbarTitle(view);
    if (colour !== shown.colour) await browser.action.setBadgeBackgroundColor({ color: colour });
    if (shown.colour === null) await browser.action.setBadgeTextColor({ color: '#ffffff' });
    if (text !== shown.text) await browser.action.setBadgeText({ text });
    if (title !== shown.title) await browser.action.setTitle({ title });
    Object.assign(shown, { text, colour, title });
  }
}

/**
 * At most 4 characters; a dash while the badge feed has no price, nothing without one. While an
 * alert is unseen, its feed's price, or the count where there are several.
 */
export function toolbarText({ badgeFeed, alerts }: ToolbarView): string {
  const [alert] = alerts;
  if (alerts.length > 1) return String(Math.min(alerts.length, MAX_COUNT));
  if (alert) return badgeText(alert.price && toDecimal(alert.price.price, alert.price.expo));
  if (!badgeFeed) return '';
  const { price } = badgeFeed;
  return badgeText(price ? toDecimal(price.price, price.expo) : null);
}

/**
 * The alert colour while one is unseen; else grey when the figure cannot be relied on, or the
 * colour of its last move.
 */
export function toolbarColour({ badgeFeed, alerts, connection, palette }: ToolbarView): string {
  if (alerts.length > 0) return ALERT;
  const isConnected = connection.state === 'live' || connection.state === 'polling';
  if (!badgeFeed?.price || badgeFeed.isStale || badgeFeed.hasFailed || !isConnected) return GREY;
  const { direction } = badgeFeed.price;
  if (direction === 0) return NEUTRAL;
  return direction > 0 === (palette === 'green-up') ? GREEN : RED;
}

/**
 * The tooltip: what fired, the connection, the clock, how many prices failed verification, then the
 * first ten prices with their age.
 */
export function toolbarTitle(view: ToolbarView): string {
  const { feeds, alerts, connection, clockNotice, failedCount, now } = view;
  const { state, reason } = connection;
  const head = `Pricelight · ${STATE_WORDS[state]}${reason === null ? '' : ` · ${serviceProblemWords(reason)}`}`;
  const clockLines = clockNotice === null ? [] : [clockNotice];
  const lines = feeds.slice(0, TOOLTIP_ROWS).map((feed) => toolbarLine(feed, now));
  return [...alertLines(alerts), head, ...clockLines, ...failedLines(failedCount), ...lines].join(
    '\n',
  );
}

function failedLines(count: number): string[] {
  if (count === 0) return [];
  return [`${count} ${count === 1 ? 'price' : 'prices'} failed verification`];
}

/** One line, of the latest ones. */
function alertLines(alerts: readonly ToolbarAlert[]): string[] {
  if (alerts.length === 0) return [];
  const told = alerts.slice(-MAX_ALERTS_TOLD).toReversed();
  const others = alerts.length - told.length;
  const texts = told.map(({ text }) => text);
  const list = (others > 0 ? [...texts, `${others} more`] : texts).join('; ');
  return [`${alerts.length === 1 ? 'Alert' : `${alerts.length} alerts`}: ${list}`];
}

function toolbarLine({ symbol, price, note }: ToolbarFeed, now: number): string {
  const value = price && toDecimal(price.price, price.expo);
  const confidence = price && toDecimal(price.conf, price.expo);
  if (!price || !value || !confidence) return `${symbol}  –`;
  const { text } = formatPrice(value, { confidence, digits: 'row' });
  const age = formatAge(ageMs(price.publishTime, now));
  return `${symbol}  ${text} ${formatConfidence(confidence)} · ${age}${note && ` · ${note}`}`;
}
