import { browser } from 'wxt/browser';
import { statusText } from '../../domain/connection/status-words.ts';
import type { Status } from '../../domain/connection/status.ts';
import { currencyLabel } from '../../domain/currency/currency-label.ts';
import { isolate } from '../../base/locale/language.ts';
import { t } from '../../base/locale/t.ts';
import { badgePercent, badgeText } from '../../domain/prices/badge-text.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import { formatConfidence, formatPrice } from '../../domain/prices/format-price.ts';
import type { IconFace } from '../../domain/prices/icon-pixels.ts';
import { iconLine, iconLines } from '../../domain/prices/icon-lines.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Appearance } from '../../domain/settings.ts';
import type { BadgeView } from '../../domain/watchlist/badge.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import { createIcon } from './show-icon.ts';
import type { ToolbarFigure } from './toolbar-figure.ts';

// White text is legible on all of these, in every theme of the browser.
const COLORS = {
  green: '#0b7a4b',
  red: '#bf2842',
  blue: '#1a5fb4',
  orange: '#a44a00',
  neutral: '#3a53d6',
  gray: '#6c7686',
  alert: '#8f5300',
} as const;

// With blue and orange, the usual colors of these two would look like up and down.
const COLORS_BESIDE_BLUE = { ...COLORS, neutral: '#1c222b', alert: '#7a2d9c' };

const UP_AND_DOWN = {
  'green-up': ['green', 'red'],
  'red-up': ['red', 'green'],
  'blue-up': ['blue', 'orange'],
} as const;

const MAX_ALERTS_SHOWN = 3;
const MAX_COUNT = 9_999;

export interface ToolbarFeed {
  symbol: string;
  price: StoredPrice | undefined;
  /** The currency that the price is converted to; `null`: it is shown as quoted. */
  currency?: string | null;
  /** Its age and what is wrong with it, such as `Opens 3:30 PM`. */
  notes: readonly string[];
  /** Whether the price is not current or not verified, although it must be. */
  isGray: boolean;
}

/** A firing that the user has not seen. */
export interface ToolbarAlert {
  /** Such as `BTC/USD crossed above 65,000`. */
  text: string;
  /** The feed's price; `null` if none is known. */
  price: Pick<StoredPrice, 'price' | 'expo'> | null;
}

export interface ToolbarView {
  look: BadgeView['look'];
  /** `undefined` if the watchlist is empty. */
  figure: ToolbarFigure | undefined;
  /** Describes the figure if the feed lines don't. */
  figureLine: string | null;
  /** In the user's order. */
  feeds: readonly ToolbarFeed[];
  /** Oldest first. */
  alerts: readonly ToolbarAlert[];
  connection: ConnectionState;
  /** The status of all watchlist prices. */
  status: Status;
  palette: Appearance['palette'];
  /** A notice about the local clock; `null` if none is needed. */
  clockNotice: string | null;
  /** A notice that late prices silence alerts; `null` if no alert is affected. */
  lateNotice: string | null;
  /** Corrected time. */
  now: UnixMilliseconds;
}

/** Shows the badge, the icon and the tooltip. Calls the browser only for what changed. */
export function createToolbar(): { show: (view: ToolbarView) => Promise<void> } {
  // `null`: unknown, because an earlier worker may have set it.
  const shown: Record<'text' | 'color' | 'title', string | null> = {
    text: null,
    color: null,
    title: null,
  };
  const showIcon = createIcon();
  let queue = Promise.resolve();
  return {
    show(view) {
      // Views are applied one at a time, so that the browser ends up with the latest.
      const done = queue.then(() => apply(view));
      queue = done.catch(() => undefined);
      return done;
    },
  };

  async function apply(view: ToolbarView): Promise<void> {
    const text = toolbarText(view);
    const color = toolbarColor(view);
    const title = toolbarTitle(view);
    const { action } = browser;
    await Promise.all([
      color !== shown.color && action.setBadgeBackgroundColor({ color }),
      shown.color === null && action.setBadgeTextColor({ color: '#ffffff' }),
      text !== shown.text && action.setBadgeText({ text }),
      title !== shown.title && action.setTitle({ title }),
      showIcon(toolbarFace(view)),
    ]);
    Object.assign(shown, { text, color, title });
  }
}

/**
 * The price or change drawn into the icon. `null` if the user chose the badge or hides amounts, if
 * the text doesn't fit, and while a firing is unseen. Sample prices are never drawn.
 */
export function toolbarFace(view: ToolbarView): IconFace | null {
  const { look, figure, alerts } = view;
  if (
    (look !== 'icon' && look !== 'both') ||
    view.status.code === 'sample' ||
    alerts.length > 0 ||
    !figure?.value ||
    figure.isHidden
  )
    return null;
  const isBoth = look === 'both';
  const lines = isBoth ? iconLine(figure.value) : iconLines(figure.value);
  const tone = toneOf(view);
  if (!lines || tone === 'alert') return null;
  if (isBoth) return { lines, tone, arrow: 'flat' };
  const arrow = tone === 'gray' ? 'flat' : ARROWS[figure.direction];
  return { lines, tone, arrow };
}

const ARROWS = { [-1]: 'down', 0: 'flat', 1: 'up' } as const;

/**
 * At most 4 characters: the figure, a dash if it is unknown, or nothing if there is no figure or
 * the icon shows it. If the user wants both, its change. While one firing is unseen, its feed's
 * price; while several are, their number.
 */
export function toolbarText(view: ToolbarView): string {
  const { figure, alerts } = view;
  const areSamples = view.status.code === 'sample';
  const [alert] = alerts;
  if (areSamples && alerts.length === 0) return t('samples.badge');
  if (areSamples || alerts.length > 1) return String(Math.min(alerts.length, MAX_COUNT));
  if (alert) return badgeText(alert.price && toDecimal(alert.price.price, alert.price.expo));
  if (figure && view.look === 'both') return badgePercent(figure.change);
  if (!figure || toolbarFace(view)) return '';
  if (figure.isHidden) return HIDDEN;
  return figure.isSigned ? badgePercent(figure.value) : badgeText(figure.value);
}

export function toolbarColor(view: ToolbarView): string {
  return (view.palette === 'blue-up' ? COLORS_BESIDE_BLUE : COLORS)[toneOf(view)];
}

/**
 * The alert color while a firing is unseen. Otherwise the color of the figure's direction, or gray
 * if the figure is missing, not current or a sample.
 */
function toneOf(view: ToolbarView): keyof typeof COLORS {
  const { figure, alerts, connection, palette } = view;
  if (alerts.length > 0) return 'alert';
  if (view.status.code === 'sample') return 'gray';
  const isConnected = connection.state === 'live' || connection.state === 'polling';
  if (!figure?.value || figure.isGray || !isConnected) return 'gray';
  if (figure.direction === 0) return 'neutral';
  return UP_AND_DOWN[palette][figure.direction > 0 ? 0 : 1];
}

/**
 * The tooltip: unseen firings, the status of all prices, notices about the clock and late prices,
 * the figure's line, and the first ten prices with their age.
 */
export function toolbarTitle(view: ToolbarView): string {
  const { feeds, alerts, now } = view;
  return [
    alertLine(alerts),
    `${t('app.name')} · ${statusText(view.status, { nowMs: now, skewMs: 0 })}`,
    view.clockNotice,
    view.lateNotice,
    view.figureLine,
    ...feeds.map((feed) => toolbarLine(feed).join(' · ')),
  ]
    .filter(Boolean)
    .join('\n');
}

/** One line with the latest firings; `null` if there are none. */
function alertLine(alerts: readonly ToolbarAlert[]): string | null {
  if (alerts.length === 0) return null;
  const latest = alerts.slice(-MAX_ALERTS_SHOWN).toReversed();
  const others = alerts.length - latest.length;
  const texts = latest.map(({ text }) => text);
  const list = (others > 0 ? [...texts, t('common.more', { count: others })] : texts).join('; ');
  return t('tooltip.alerts', { count: alerts.length, list });
}

/** A price, and notes about it. */
export function toolbarLine({ symbol, price, currency, notes }: ToolbarFeed): string[] {
  const value = price && toDecimal(price.price, price.expo);
  const confidence = price && toDecimal(price.conf, price.expo);
  if (!price || !value || !confidence) return [`${symbol}  –`];
  const { text } = formatPrice(value, { confidence, digits: 'row' });
  const figure = [text, currency && currencyLabel(currency), formatConfidence(confidence)];
  const words = figure.filter(Boolean).join(' ');
  return [isolate(`${symbol}  ${words}`), ...notes];
}
