import { exactNumber } from '../../alerts/text/figures.ts';
import { splitMessage, t } from '../../../base/locale/t.ts';
import type { Decimal } from '../../prices/decimal.ts';
import { numberStyle } from '../../prices/number-style.ts';
import { toMilliseconds, type UnixSeconds } from '../../../base/units.ts';
import { localTime, utcTime } from '../shown-time.ts';
import type { SignedPrice } from '../../signed-updates/signed-price.ts';
import { html, type Html } from './html.ts';

/** A price as a page shows it. The verifier compares it with its signed bytes. */
export interface ShownPrice {
  feedId: string;
  /** Where a page has several prices, its place among them, from 1. */
  number?: number;
  /** The feed's name. It is not signed. */
  name: string;
  price: Decimal;
  confidence: Decimal;
  publishTime: UnixSeconds;
  /** An IANA time zone name. */
  timeZone: string;
  signedPrice: SignedPrice;
  /** What a page with a time of its own says if the price was published long before or after it. */
  distantText?: string;
  /** The messages by which the network announced these signers, unless they are built in. */
  announcements: readonly string[];
}

/**
 * The part of a page that shows one price, its signers and its signed bytes. What the verifier
 * reads is marked with `data-is`, and is visible: nothing is checked that is not shown.
 */
export function checkedPrice(price: ShownPrice): Html {
  const { feedId, name, publishTime, timeZone, signedPrice, announcements } = price;
  const { number, distantText } = price;
  return html`<section data-price data-decimal-point="${numberStyle().decimal}">
    <h2>${number === undefined ? html`` : numberOf(number)}${t('receipt.price.title')}</h2>
    <p class="name"><bdi>${name}</bdi></p>
    <p class="figure" dir="ltr">
      <b data-is="price">${exactNumber(price.price)}</b>
      <span data-is="confidence">±${exactNumber(price.confidence)}</span>
    </p>
    <dl>
      ${fact(t('receipt.price.published'), 'utc', utcTime(publishTime))}
      ${localTimeIn(timeZone, publishTime)}
      ${fact(t('receipt.price.feedId'), 'feed-id', `0x${feedId}`)}
    </dl>
    ${distantText === undefined ? html`` : distant(distantText)} ${signersOf(signedPrice)}
    ${announcements.map(announcementOf)}
    <details>
      <summary>${t('export.update.bytes')}</summary>
      <pre dir="ltr" tabindex="0" aria-label="${t('export.update.bytes')}" data-is="update">
${Uint8Array.fromBase64(signedPrice.update).toHex()}</pre>
    </details>
  </section>`;
}

function numberOf(number: number): Html {
  return html`<span dir="ltr">[<span data-is="number">${number}</span>]</span> `;
}

function distant(text: string): Html {
  return html`<p class="warning" data-distant hidden>${text}</p>`;
}

function fact(label: string, name: string, text: string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd dir="ltr" data-is="${name}">${text}</dd>
  </div>`;
}

function localTimeIn(timeZone: string, seconds: UnixSeconds): Html {
  if (timeZone === 'UTC') return html``;
  const instant = Temporal.Instant.fromEpochMilliseconds(toMilliseconds(seconds));
  const offset = instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e9;
  return fact(
    t('receipt.price.publishedIn', { zone: timeZone }),
    'local',
    localTime(seconds, offset),
  );
}

function signersOf({ signers }: SignedPrice): Html {
  const { name, setIndex, keys, quorum, emitterChain, emitterAddress } = signers;
  return html`<h3>${t('receipt.signers.title')}</h3>
    <dl>
      <div>
        <dt>${t('proof.trustedSigners')}</dt>
        <dd><bdi>${name}</bdi></dd>
      </div>
      ${fact(t('proof.signerSet'), 'set-index', String(setIndex))}
      <div>
        <dt>${t('proof.quorum')}</dt>
        <dd>${quorumOf(quorum, keys.length)}</dd>
      </div>
      ${fact(t('proof.emitterChain'), 'emitter-chain', String(emitterChain))}
      ${fact(t('proof.emitterAddress'), 'emitter-address', `0x${emitterAddress}`)}
    </dl>
    <ol start="0" class="signers">
      ${keys.map(signer)}
    </ol>
    <div data-origin data-state="unchecked">
      <p data-if="built-in" hidden>${t('receipt.signers.builtIn')}</p>
      <p data-if="announced" hidden>${t('receipt.signers.announced')}</p>
      <p class="warning" data-if="added" hidden>${t('receipt.signers.added')}</p>
    </div>`;
}

/** Signed by the signers before, so the verifier can check it too. */
function announcementOf(announcement: string): Html {
  return html`<details>
    <summary>${t('receipt.signers.announcement')}</summary>
    <pre
      dir="ltr"
      tabindex="0"
      aria-label="${t('receipt.signers.announcement')}"
      data-is="announcement"
    >
${announcement}</pre>
  </details>`;
}

function quorumOf(quorum: number, size: number): Html[] {
  const values = { quorum: html`<span data-is="quorum">${quorum}</span>`, size: html`${size}` };
  const parts = splitMessage('proof.quorumOfSet', values);
  return parts.map((part) => (typeof part === 'object' ? part : html`${part ?? ''}`));
}

function signer(key: string): Html {
  return html`<li data-signer data-state="unchecked">
    <code dir="ltr" data-is="signer">0x${key}</code>
    <b data-if="signed" hidden>${t('receipt.signers.signed')}</b>
    <span data-if="absent" hidden>${t('receipt.signers.absent')}</span>
  </li> `;
}
