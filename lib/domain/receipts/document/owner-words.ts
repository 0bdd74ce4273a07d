import { formatDuration } from '../../../base/locale/format-duration.ts';
import { t } from '../../../base/locale/t.ts';
import { toSeconds } from '../../../base/units.ts';
import type { AlertEvent } from '../../alerts/model/event.ts';
import { eventWords } from '../../alerts/text/event-words.ts';
import { exactNumber, numberText } from '../../alerts/text/figures.ts';
import { currencyLabel } from '../../currency/currencies.ts';
import { distanceFrom } from '../../prices/early-late.ts';
import type { CheckedProof } from '../check-proof.ts';
import type { ProofFile } from '../proof-file.ts';
import { utcTime } from '../shown-time.ts';
import { statementValues, type StatementValues } from '../statement-values.ts';
import { html, type Html } from './html.ts';

type Receipt = Extract<ProofFile['about'], { kind: 'receipt' }>;
type Statement = Extract<ProofFile['about'], { kind: 'statement' }>;

/** Unsigned statements: the claims of the file's owner about its prices. */
export function ownerWords(file: ProofFile, checked: CheckedProof): Html {
  const { about, prices } = file;
  return html`<section data-owner>
    <h2>${t('receipt.owner.title')}</h2>
    <p>${t('receipt.owner.hint')}</p>
    ${wordsOf(file, checked)}
    <dl>
      ${prices
        .map(({ name, signed }, index) => [
          prices.length > 1 || about.kind === 'prices' ? numbered(index, name) : html``,
          checked.prices[index]?.origin === null
            ? fact(t('receipt.owner.signers'), html`<bdi>${signed.signers.name}</bdi>`)
            : html``,
        ])
        .flat()}
    </dl>
    <p class="hint">
      ${about.kind === 'prices' ? t('checkFile.older') : t('receipt.made', { version: file.version, time: utcTime(Math.floor(toSeconds(file.madeAt))) })}
    </p>
  </section>`;
}

function wordsOf(file: ProofFile, checked: CheckedProof): Html {
  const { about } = file;
  if (about.kind === 'receipt') return receiptWords(about, file, checked);
  return about.kind === 'statement' ? statementWords(about, file, checked) : html``;
}

function numbered(index: number, name: string): Html {
  return html`<div>
    <dt dir="ltr">[${index + 1}]</dt>
    <dd><bdi>${name}</bdi></dd>
  </div>`;
}

function fact(label: string, value: Html): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Hints on what one signed price proves for each kind of event. */
const HINTS = {
  crosses: 'crossHint',
  is: 'levelHint',
  moves: 'moveHint',
  'deviates-from-ema': 'otherHint',
  'confidence-wider': 'otherHint',
  'stale-while-open': 'otherHint',
  market: 'otherHint',
} as const satisfies Record<AlertEvent['kind'], string>;

function receiptWords({ what, at }: Receipt, { prices }: ProofFile, { asked }: CheckedProof): Html {
  const sign = asked?.side === 'above' ? '>' : '<';
  return html`<p class="asked">${eventWords(what, prices[0]?.name ?? '')}</p>
    <dl>
      ${
        asked
          ? fact(
              t('receipt.price.title'),
              html`<bdi dir="ltr">${sign} ${numberText(asked.level)}</bdi>`,
            )
          : html``
      }
      ${fact(t('receipt.asked.triggered'), time(Math.floor(toSeconds(at))))}
    </dl>
    <p class="hint">${t(`receipt.asked.${HINTS[what.kind]}`)}</p>`;
}

function time(seconds: number): Html {
  return html`<bdi dir="ltr">${utcTime(seconds)}</bdi>`;
}

function statementWords(about: Statement, { prices }: ProofFile, checked: CheckedProof): Html {
  const { group, timeMs, currency, lines } = about;
  const values = statementValues(about, checked);
  const distant = checked.prices.flatMap(({ result }, index) => {
    const away = typeof result !== 'string' && distanceFrom(toSeconds(timeMs), result.publishTime);
    if (!away) return [];
    const name = `[${index + 1}] ${prices[index]?.name ?? ''}`;
    return [t(`statement.price.${away.when}`, { name, duration: formatDuration(away.seconds) })];
  });
  return html`<h3>${t('statement.valuesTitle', { currency: currencyLabel(currency) })}</h3>
    ${group === null ? html`` : html`<p class="asked"><bdi>${group}</bdi></p>`}
    <dl>${fact(t('chart.time'), time(Math.floor(toSeconds(timeMs))))}</dl>
    <ul class="lines">
      ${lines.map((line, index) => lineOf(line, values.lines[index] ?? null))}
    </ul>
    ${
      values.total
        ? html`<div class="total" data-total>
            <b>${t('holdings.total')}</b>
            <span class="value" dir="ltr">${measure(values.total)}</span>
          </div>`
        : html``
    }
    ${distant.map((text) => html`<p class="warning">${text}</p>`)}
    <p class="hint">${t('statement.hint')} ${t('statement.nearHint')}</p>`;
}

function lineOf(line: Statement['lines'][number], value: StatementValues['total']): Html {
  const { name, price, amounts, isClosed } = line;
  const calculation = amounts && value ? calculationOf(amounts) : `[${price + 1}]`;
  return html`<li data-line>
    <b><bdi>${name}</bdi></b>
    ${value ? html`<span class="value" dir="ltr">${measure(value)}</span>` : html``}
    <p dir="ltr">${calculation}</p>
    ${isClosed ? html`<p class="hint">${t('statement.closed')}</p>` : html``}
  </li> `;
}

/** `2.5 × [1] ÷ [3]` */
function calculationOf({
  quantity,
  factors,
  rate,
}: NonNullable<Statement['lines'][number]['amounts']>): string {
  const prices = factors.map((each) => ` ${each.isInverse ? '÷' : '×'} [${each.price + 1}]`);
  const fixed = rate ? ` ${rate.by === 'rate' ? '×' : '÷'} ${numberText(rate.value)}` : '';
  return [numberText(quantity), ...prices, fixed].join('');
}

function measure({ price, confidence }: NonNullable<StatementValues['total']>): Html {
  return html`${exactNumber(price)} ±${exactNumber(confidence)}`;
}
