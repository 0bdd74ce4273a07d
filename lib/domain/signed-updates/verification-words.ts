import { dateFormat, formatList } from '../../base/locale/format.ts';
import { t, type PlainKey } from '../../base/locale/t.ts';
import { shortHex } from '../../base/text/short-hex.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { ParsedField } from './verdict.ts';
import type { CodeWithoutData, SignedPart, VerificationProblem } from './verification-problem.ts';

/** The latest valid `Date`. A stored time can be any number. */
const LAST_DATE_MS = 8.64e15;

type ProblemWithData = Exclude<VerificationProblem, { code: CodeWithoutData }>;
type ProblemWithSet = Extract<VerificationProblem, { setIndex: number }>;

export function verificationWords(problem: VerificationProblem): string {
  if (isWithoutData(problem)) return t(MESSAGES[problem.code]);
  return 'setIndex' in problem ? setWords(problem) : wordsWithData(problem);
}

function wordsWithData(problem: Exclude<ProblemWithData, ProblemWithSet>): string {
  switch (problem.code) {
    case 'invalid-encoding':
      return t(`verification.invalidEncoding.${problem.encoding}`);
    case 'ends-early':
      return t(`verification.endsEarly.${PARTS[problem.part]}`);
    case 'extra-bytes':
      return t(`verification.extraBytes.${PARTS[problem.part]}`);
    case 'unknown-version':
      return t('verification.unknownVersion', { found: String(problem.found) });
    case 'unknown-update-type':
      return t('verification.unknownType', { found: String(problem.found) });
    case 'unknown-envelope-version':
      return t('verification.unknownEnvelopeVersion', { found: String(problem.found) });
    case 'too-many-hashes':
      return t('verification.tooManyHashes', {
        count: problem.hashes,
        limit: String(problem.most),
      });
    case 'unknown-emitter':
      return t('verification.unknownSource', {
        chain: String(problem.chain),
        emitter: shortHex(problem.address),
      });
    case 'signer-order':
      return t('verification.signerOrder', {
        signer: String(problem.signer),
        previous: String(problem.previous),
      });
    case 'short-quorum':
      return t('verification.shortQuorum', {
        count: problem.signerCount,
        size: String(problem.setSize),
        signers: problem.profileName,
        quorum: String(problem.quorum),
      });
    case 'bad-signature':
      return t('verification.badSignature', { signer: String(problem.signer) });
    case 'too-many-bad-signatures':
      return t('verification.tooManyBadSignatures', { count: problem.count });
    case 'mismatch':
      return t('verification.mismatch', {
        fields: formatList(problem.fields.map(fieldWords), 'conjunction'),
      });
    default:
      return t('verification.capsMismatch', { count: problem.publisherCount });
  }
}

function setWords(problem: ProblemWithSet): string {
  const named = { set: String(problem.setIndex), signers: problem.profileName };
  switch (problem.code) {
    case 'unknown-set':
      return t('verification.unknownSet', { ...named, newest: String(problem.newestIndex) });
    case 'retired-set':
      return t('verification.retiredSet', { ...named, date: dayOf(problem.retiredMs) });
    case 'published-after-retirement':
      return t('verification.publishedAfterRetirement', {
        ...named,
        date: dayOf(problem.retiredMs),
      });
    default:
      return t('verification.notInSet', {
        ...named,
        signer: String(problem.signer),
        last: String(problem.last),
      });
  }
}

const MESSAGES: Record<CodeWithoutData, PlainKey> = {
  'unknown-encoding': 'verification.unknownEncoding',
  'not-text': 'verification.notText',
  'too-large': 'verification.tooLarge',
  'too-many-parts': 'verification.tooManyParts',
  'too-many-messages': 'verification.tooManyMessages',
  'too-much-hashing': 'verification.tooMuchHashing',
  'not-an-update': 'verification.notAnUpdate',
  'not-a-price-root': 'verification.notPrices',
  'not-in-root': 'verification.notCovered',
  'impossible-time': 'verification.impossibleTime',
  'no-signed-price': 'verification.noSignedPrice',
  'no-signed-caps': 'verification.noSignedCaps',
};

function isWithoutData(problem: VerificationProblem): problem is { code: CodeWithoutData } {
  return Object.hasOwn(MESSAGES, problem.code);
}

const PARTS = {
  update: 'update',
  envelope: 'envelope',
  payload: 'payload',
  message: 'message',
  'set-upgrade': 'setUpgrade',
} as const satisfies Record<SignedPart, string>;

const FIELDS = {
  id: 'verification.field.id',
  price: 'verification.field.price',
  conf: 'verification.field.confidence',
  expo: 'verification.field.exponent',
  publish_time: 'verification.field.publishTime',
  ema_price: 'verification.field.emaPrice',
  ema_conf: 'verification.field.emaConfidence',
  ema_expo: 'verification.field.emaExponent',
  ema_publish_time: 'verification.field.emaPublishTime',
  prev_publish_time: 'verification.field.previousPublishTime',
  slot: 'verification.field.slot',
} as const satisfies Record<ParsedField, PlainKey>;

/** A stored problem may name an unknown field. */
function fieldWords(field: string): string {
  return isKnownField(field) ? t(FIELDS[field]) : field;
}

function isKnownField(field: string): field is ParsedField {
  return Object.hasOwn(FIELDS, field);
}

/** UTC day. */
function dayOf(atMs: UnixMilliseconds): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(Math.min(atMs, LAST_DATE_MS));
}
