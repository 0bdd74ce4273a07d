import { t } from '../../../base/locale/t.ts';
import { exactNumber } from '../../alerts/text/figures.ts';
import type { SignedPrice } from '../../signed-updates/signed-price.ts';
import { signersName } from '../../signed-updates/trust/signers-name.ts';
import type { VerifiedPrice } from '../../signed-updates/verify.ts';
import type { CheckedPrice } from '../check-proof.ts';
import { utcTime, zonedTime } from '../shown-time.ts';
import { html, type Html } from './html.ts';

/**
 * Shows one signed price and its signers, from the signed bytes and the signers used.
 * @param number the price's place among several, from 1
 */
export function checkedPrice(
  { origin, result }: CheckedPrice,
  { update }: SignedPrice,
  number: number | null,
): Html {
  if (typeof result === 'string') return html``;
  const { price, conf, expo, publishTime } = result;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const local = t('receipt.price.publishedIn', { zone: timeZone });
  return html`<section data-price>
    <h2>
      ${number === null ? '' : html`<span dir="ltr">[${number}]</span> `}${t('receipt.price.title')}
    </h2>
    <p class="figure" dir="ltr">
      <b>${exactNumber({ mantissa: price, expo })}</b>
      <span>±${exactNumber({ mantissa: conf, expo })}</span>
    </p>
    <dl>
      ${fact(t('receipt.price.publishedIn', { zone: 'UTC' }), utcTime(publishTime))}
      ${timeZone === 'UTC' ? html`` : fact(local, zonedTime(publishTime, timeZone))}
      ${fact(t('attributes.feedId'), `0x${result.id}`)}
    </dl>
    ${signersOf(result, origin)}
    <details>
      <summary>${t('export.update.bytes')}</summary>
      <pre dir="ltr" tabindex="0" aria-label="${t('export.update.bytes')}">
${Uint8Array.fromBase64(update).toHex()}</pre>
    </details>
  </section>`;
}

function fact(label: string, text: string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd dir="ltr">${text}</dd>
  </div>`;
}

const ORIGINS = { 'built-in': 'builtIn', announced: 'announced', added: 'trusted' } as const;

function signersOf({ proof }: VerifiedPrice, origin: CheckedPrice['origin']): Html {
  const { profileName, setIndex, setKeys, quorum, emitterChain, emitterAddress, signers } = proof;
  return html`<h3>${t('receipt.signers.title')}</h3>
    <dl>
      ${
        // Names that a file gives its own signers are only the owner's claim.
        origin === null
          ? html``
          : html`<div>
              <dt>${t('signers.title')}</dt>
              <dd><bdi>${signersName(profileName)}</bdi></dd>
            </div>`
      }
      ${fact(t('proof.signerSet'), String(setIndex))}
      <div>
        <dt>${t('proof.quorum')}</dt>
        <dd>${t('proof.quorumOfSet', { quorum: String(quorum), size: String(setKeys.length) })}</dd>
      </div>
      ${fact(t('proof.emitterChain'), String(emitterChain))}
      ${fact(t('proof.emitterAddress'), `0x${emitterAddress}`)}
    </dl>
    <ol start="0" class="signers">
      ${setKeys.map((key, index) => signer(key, signers.includes(index)))}
    </ol>
    ${
      origin === null
        ? html`<p class="warning">${t('receipt.signers.added')}</p>`
        : html`<p>${t(`receipt.signers.${ORIGINS[origin]}`)}</p>`
    }`;
}

function signer(key: string, hasSigned: boolean): Html {
  return html`<li>
    <code dir="ltr">0x${key}</code>
    ${
      hasSigned
        ? html`<b>${t('receipt.signers.signed')}</b>`
        : html`<span>${t('receipt.signers.absent')}</span>`
    }
  </li> `;
}
