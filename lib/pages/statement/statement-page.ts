import { exactNumber } from '../../domain/alerts/text/figures.ts';
import { currencyLabel } from '../../domain/currency/currency-label.ts';
import { t } from '../../base/locale/t.ts';
import { numberStyle } from '../../domain/prices/number-style.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import { checkedPrice, type ShownPrice } from '../../domain/receipts/document/checked-price.ts';
import { html, type Html } from '../../domain/receipts/document/html.ts';
import { proofPage, type PageParts } from '../../domain/receipts/document/proof-page.ts';
import { utcTime } from '../../domain/receipts/shown-time.ts';
import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import {
  lineNotes,
  type Calculation,
  type Statement,
  type StatementLine,
  type StatementPrice,
} from './statement.ts';

/** Who made a statement's file and when, and what its reader needs besides the prices. */
interface StatementMaker {
  version: string;
  madeAt: UnixMilliseconds;
  /** An IANA time zone name. */
  timeZone: string;
  /** See `ShownPrice`, by feed id. */
  announcements: ReadonlyMap<FeedId, readonly string[]>;
}

/** A statement as a page that checks itself: each price, then the values that follow from them. */
export function statementPage(
  statement: Statement,
  maker: StatementMaker,
  parts: PageParts,
): Promise<string> {
  const { group, time, prices, total } = statement;
  const page = {
    title: t('statement.fileTitle', { time: utcTime(time) }),
    heading: group === null ? t('statement.heading') : t('statement.groupHeading', { group }),
    lead: leadOf(statement),
    prices: prices.map((price, index) => checkedPrice(shownPrice(price, maker, index + 1))),
    holdsText: t(total === null ? 'statement.pricesHold' : 'statement.valuesHold'),
    checks: total === null ? [] : (['values'] as const),
    made: t('receipt.made', {
      version: maker.version,
      time: utcTime(Math.floor(toSeconds(maker.madeAt))),
    }),
  };
  return proofPage(page, parts);
}

function shownPrice(
  { feedId, name, price: stored, signed }: StatementPrice,
  { timeZone, announcements }: StatementMaker,
  number: number,
): ShownPrice {
  const price = toDecimal(stored.price, stored.expo);
  const confidence = toDecimal(stored.conf, stored.expo);
  if (!price || !confidence) throw new TypeError('A signed price could not be read.');
  const { publishTime } = stored;
  const known = announcements.get(feedId) ?? [];
  return {
    feedId,
    name,
    number,
    price,
    confidence,
    publishTime,
    timeZone,
    signedPrice: signed,
    announcements: known,
    distantText: t('statement.distantPrice'),
  };
}

function leadOf(statement: Statement): Html {
  const { time, currency, lines, prices, total } = statement;
  const numbers = new Map(prices.map(({ feedId }, index) => [feedId, index + 1]));
  const state = total === null ? '' : 'values';
  return html`<section data-statement="${state}" data-decimal-point="${numberStyle().decimal}">
    <h2>${t('statement.valuesTitle', { currency: currencyLabel(currency) })}</h2>
    <dl>
      <div>
        <dt>${t('statement.time')}</dt>
        <dd dir="ltr" data-is="time">${utcTime(time)}</dd>
      </div>
    </dl>
    <ul class="lines">
      ${lines.map((line) => lineOf(line, numbers))}
    </ul>
    ${total === null ? html`` : totalOf(total)}
    <p class="hint">${t('statement.hint')}</p>
  </section>`;
}

function lineOf(line: StatementLine, numbers: ReadonlyMap<FeedId, number>): Html {
  const { name, feedId, amounts } = line;
  const notes = lineNotes(line).map((note) => html`<p class="hint">${note}</p>`);
  if (!amounts) {
    return html`<li>
      <b><bdi>${name}</bdi></b> <span dir="ltr">[${numbers.get(feedId) ?? 0}]</span> ${notes}
    </li> `;
  }
  return html`<li data-line data-state="unchecked">
    <b><bdi>${name}</bdi></b>
    <span class="value" dir="ltr"> ${valueOf(amounts.value)}</span>
    <p dir="ltr">${calculationOf(amounts, numbers)}</p>
    <p class="warning" data-if="wrong" hidden>${t('statement.wrongLine')}</p>
    ${notes}
  </li> `;
}

/** `2.5 × [1] ÷ [3]` */
function calculationOf(
  { quantity, factors, rate }: Calculation,
  numbers: ReadonlyMap<FeedId, number>,
): Html[] {
  const prices = factors.map(({ id, isInverse }) => {
    const sign = isInverse ? '÷' : '×';
    const name = isInverse ? 'over' : 'times';
    return html` ${sign} [<span data-is="${name}">${numbers.get(id) ?? 0}</span>]`;
  });
  const fixed = rate
    ? [
        html` ${rate.by === 'rate' ? '×' : '÷'}
          <span data-is="${rate.by}">${exactNumber(rate.value)}</span>`,
      ]
    : [];
  return [html`<span data-is="quantity">${exactNumber(quantity)}</span>`, ...prices, ...fixed];
}

function valueOf({ price, confidence }: Calculation['value']): Html {
  return html`<span data-is="value">${exactNumber(price)}</span>
    <span data-is="error">±${exactNumber(confidence)}</span>`;
}

function totalOf(total: Calculation['value']): Html {
  return html`<div class="total" data-total data-state="unchecked">
    <b>${t('statement.total')}</b>
    <span class="value" dir="ltr"> ${valueOf(total)}</span>
    <p class="warning" data-if="wrong" hidden>${t('statement.wrongLine')}</p>
  </div>`;
}
