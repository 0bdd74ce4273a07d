import { numberText } from '../../alerts/text/figures.ts';
import { eventMessage, eventWords } from '../../alerts/text/event-words.ts';
import type { AlertEvent } from '../../alerts/model/event.ts';
import { splitMessage, t } from '../../../base/locale/t.ts';
import { numberStyle } from '../../prices/number-style.ts';
import { toSeconds, type UnixMilliseconds } from '../../../base/units.ts';
import { utcTime } from '../shown-time.ts';
import { checkedPrice, type ShownPrice } from './checked-price.ts';
import { html, type Html } from './html.ts';
import { proofPage, type PageParts } from './proof-page.ts';

/** What an alert's receipt says. */
export interface Receipt {
  what: AlertEvent;
  /** When the alert triggered. */
  at: UnixMilliseconds;
  price: ShownPrice;
  /** The version of Pricelight that makes the file. */
  version: string;
  madeAt: UnixMilliseconds;
}

/** The receipt of one alert, as a page that checks itself. */
export function receiptPage(receipt: Receipt, parts: PageParts): Promise<string> {
  const { price, version, madeAt } = receipt;
  const page = {
    title: t('receipt.title', { name: price.name }),
    heading: t('receipt.heading'),
    lead: askedOf(receipt),
    prices: [checkedPrice(price)],
    holdsText: t('receipt.verdict.holdsText'),
    checks: levelOf(receipt.what) === null ? [] : (['asked'] as const),
    made: t('receipt.made', { version, time: utcTime(toSeconds(madeAt)) }),
  };
  return proofPage(page, parts);
}

function askedOf({ what, at, price: { name } }: Receipt): Html {
  const condition = levelOf(what);
  return html`<section
    data-asked="${condition ? 'level' : ''}"
    data-decimal-point="${numberStyle().decimal}"
  >
    <h2>${t('receipt.asked.title')}</h2>
    <p class="asked">${condition ? checkedWords(what, name) : eventWords(what, name)}</p>
    <dl>
      ${condition ? comparison(condition) : html``}
      <div>
        <dt>${t('receipt.asked.triggered')}</dt>
        <dd dir="ltr">${utcTime(Math.floor(toSeconds(at)))}</dd>
      </div>
    </dl>
    <p class="hint">${t('receipt.asked.hint')} ${t(`receipt.asked.${HINTS[what.kind]}`)}</p>
  </section>`;
}

/** What a file with one signed price proves of each kind of event. */
const HINTS = {
  crosses: 'crossHint',
  is: 'levelHint',
  moves: 'moveHint',
  'deviates-from-ema': 'otherHint',
  'confidence-wider': 'otherHint',
  'stale-while-open': 'otherHint',
  market: 'otherHint',
} as const satisfies Record<AlertEvent['kind'], string>;

interface Condition {
  sign: '>' | '<';
  level: string;
}

/** The condition that one signed price can be checked against; `null` if there is none. */
function levelOf(what: AlertEvent): Condition | null {
  if (what.kind !== 'crosses' && what.kind !== 'is') return null;
  const side = what.kind === 'is' ? what.side : what.direction;
  return { sign: side === 'above' ? '>' : '<', level: numberText(what.level) };
}

/** The event in words, with the level marked for the verifier. */
function checkedWords(what: AlertEvent, name: string): Html[] {
  const { key, values } = eventMessage(what);
  const { level } = { level: '', ...values };
  const parts = splitMessage<Html>(key, {
    level: levelText(level),
    name: html`<bdi>${name}</bdi>`,
  });
  return parts.map((part) => (typeof part === 'object' ? part : html`${part ?? ''}`));
}

function comparison({ sign, level }: Condition): Html {
  return html`<div>
    <dt>${t('receipt.price.title')}</dt>
    <dd dir="ltr"><span data-is="sign">${sign}</span> ${levelText(level)}</dd>
  </div>`;
}

function levelText(level: string): Html {
  return html`<bdi dir="ltr" data-is="level">${level}</bdi>`;
}
