import { eventWords } from '../../alerts/text/event-words.ts';
import type { AlertEvent } from '../../alerts/model/event.ts';
import { t } from '../../locale/t.ts';
import { toSeconds, type UnixMilliseconds } from '../../units.ts';
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
    made: t('receipt.made', { version, time: utcTime(toSeconds(madeAt)) }),
  };
  return proofPage(page, parts);
}

function askedOf({ what, at, price: { name } }: Receipt): Html {
  return html`<section>
    <h2>${t('receipt.asked.title')}</h2>
    <p class="asked">${eventWords(what, name)}</p>
    <dl>
      <div>
        <dt>${t('receipt.asked.triggered')}</dt>
        <dd dir="ltr">${utcTime(Math.floor(toSeconds(at)))}</dd>
      </div>
    </dl>
    <p class="hint">${t('receipt.asked.hint')}</p>
  </section>`;
}
