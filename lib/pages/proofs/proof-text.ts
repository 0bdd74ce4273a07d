import { dateFormat } from '../../base/locale/format.ts';
import { formatDuration } from '../../base/locale/format-duration.ts';
import { t } from '../../base/locale/t.ts';
import { toMilliseconds, toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { exactNumber, numberText } from '../../domain/alerts/text/figures.ts';
import { currencyLabel } from '../../domain/currency/currency-label.ts';
import type { Measure } from '../../domain/currency/cross.ts';
import { distanceFrom } from '../../domain/prices/early-late.ts';
import { signerWords } from '../../domain/prices/signer-words.ts';
import { isVerified, type CheckedProof } from '../../domain/proofs/check-proof.ts';
import type { ProvenHoldings } from '../../domain/proofs/proof-file.ts';
import type { HoldingValues } from '../../domain/proofs/holding-values.ts';
import { verificationWords } from '../../domain/signed-updates/verification-words.ts';
import type { VerifiedPrice } from '../../domain/signed-updates/verify.ts';
import { plainText } from '../../base/text/plain-text.ts';

/** Everything that a checked file shows, as plain text. */
export interface ProofText {
  verdict: CheckedProof['verdict'];
  /** The total, the price, or how many prices there are; empty if there is none. */
  claim: string;
  /** Why the file is not valid, and prices of another time. */
  remarks: readonly string[];
  signers: readonly string[];
  prices: readonly PriceText[];
  /** Each part of the file's signed bytes, as it is there. */
  bytes: readonly string[];
  notSigned: NotSignedText | null;
}

/** What only the owner says, with values calculated from it. */
export interface NotSignedText {
  facts: readonly Fact[];
  lines: readonly LineText[];
}

interface PriceText {
  /** `[2]`; empty if there is only one. */
  place: string;
  /** As in the user's list, otherwise the short id. */
  name: string;
  figure: string;
  time: string;
  id: FeedId;
}

interface LineText {
  name: string;
  /** `2.5 × [1] ÷ [3]`. */
  calculation: string;
  value: string;
}

type Fact = readonly [label: string, text: string];

/** @param nameOf the name in the user's list, otherwise the short id */
export function proofText(checked: CheckedProof, nameOf: (id: FeedId) => string): ProofText {
  const { verdict, notSigned } = checked;
  const verified = checked.prices.filter(isVerified);
  const isAlone = checked.prices.length === 1;
  return {
    verdict,
    claim: claimOf(checked, verified, nameOf),
    remarks: [...new Set([...problemsOf(checked), ...distancesOf(checked, nameOf)])],
    signers: [...new Set(verified.map(signersOf))],
    prices: checked.prices.flatMap((price, index) =>
      isVerified(price) ? [priceText(price, isAlone ? '' : placeText(index), nameOf)] : [],
    ),
    bytes: checked.bytes,
    notSigned: notSigned && {
      facts: factsOf(notSigned),
      lines: linesOf(notSigned.holdings, checked.values),
    },
  };
}

function priceText(price: VerifiedPrice, place: string, nameOf: (id: FeedId) => string): PriceText {
  const { id, publishTime } = price;
  const figure = measureText(measureOf(price));
  return { place, name: nameOf(id), figure, time: timeText(toMilliseconds(publishTime)), id };
}

function claimOf(
  { values, notSigned }: CheckedProof,
  verified: readonly VerifiedPrice[],
  nameOf: (id: FeedId) => string,
): string {
  if (notSigned?.holdings) {
    const label = currencyLabel(notSigned.holdings.currency);
    return values?.total ? `${measureText(values.total)} ${label}` : '';
  }
  const [only, ...others] = verified;
  if (!only) return '';
  return others.length === 0
    ? `${nameOf(only.id)} ${measureText(measureOf(only))}`
    : t('proofFile.prices', { count: verified.length });
}

function problemsOf({ prices, isBeyondLevel, values }: CheckedProof): string[] {
  const failed = prices.flatMap((price, index) =>
    isVerified(price) ? [] : [`${placeText(index)} ${verificationWords(price)}`],
  );
  if (failed.length > 0) return failed;
  return [
    ...(isBeyondLevel === false ? [t('proofFile.notBeyond')] : []),
    ...(values && !values.total ? [t('proofFile.noTotal')] : []),
  ];
}

function distancesOf(
  { prices, notSigned }: CheckedProof,
  nameOf: (id: FeedId) => string,
): string[] {
  const time = notSigned?.holdings?.time;
  if (time === undefined) return [];
  return prices.filter(isVerified).flatMap(({ id, publishTime }) => {
    const away = distanceFrom(toSeconds(time), publishTime);
    if (!away) return [];
    const duration = formatDuration(away.seconds);
    return [t(`proofFile.${away.when}`, { name: nameOf(id), duration })];
  });
}

function signersOf({ proof }: VerifiedPrice): string {
  const { signers, setSize, profileName, isBuiltIn } = proof;
  const signerCount = signers.length;
  return signerWords({
    state: 'verified',
    signerCount,
    setSize,
    profileName,
    isBuiltIn,
    trust: '',
  });
}

function factsOf({ savedAt, names, alert, holdings }: NonNullable<CheckedProof['notSigned']>) {
  const named = names.map((name, index): Fact => [placeText(index), clean(name)]);
  const facts: Fact[] = [];
  if (alert) {
    const words = `${clean(alert.text)} · ${timeText(alert.triggeredAt)}`;
    facts.push([t('proofFile.triggered'), words]);
  }
  if (holdings?.group) facts.push([t('group.nameLabel'), clean(holdings.group)]);
  if (holdings) facts.push([t('chart.time'), timeText(holdings.time)]);
  return [...facts, ...named, [t('proofFile.savedAt'), timeText(savedAt)] satisfies Fact];
}

function linesOf(holdings: ProvenHoldings | undefined, values: HoldingValues | null): LineText[] {
  return (holdings?.lines ?? []).map((line, index) => {
    const value = values?.lines[index];
    return {
      name: clean(line.name),
      calculation: calculationOf(line),
      value: value ? measureText(value) : '',
    };
  });
}

function calculationOf({ quantity, factors, rate }: ProvenHoldings['lines'][number]): string {
  const prices = factors.map((each) => ` ${each.isInverse ? '÷' : '×'} ${placeText(each.price)}`);
  const fixed = rate ? ` ${rate.by === 'rate' ? '×' : '÷'} ${numberText(rate.value)}` : '';
  return [numberText(quantity), ...prices, fixed].join('');
}

/** Refers to a price in the order of the file. */
function placeText(index: number): string {
  return `[${index + 1}]`;
}

function measureOf({ price, conf, expo }: VerifiedPrice): Measure {
  return { price: { mantissa: price, expo }, confidence: { mantissa: conf, expo } };
}

function measureText({ price, confidence }: Measure): string {
  return `${exactNumber(price)} ±${exactNumber(confidence)}`;
}

function timeText(ms: UnixMilliseconds): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'long' }).format(ms);
}

function clean(text: string): string {
  return plainText(text, 300);
}
