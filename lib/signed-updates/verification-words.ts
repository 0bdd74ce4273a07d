import type { UnixMilliseconds } from '../units.ts';
import type { CodeWithoutData } from './verification-codes.ts';
import type { SignedPart, VerificationProblem } from './verification-problem.ts';

/** The latest valid `Date`. A stored time can be any number. */
const LAST_DATE_MS = 8.64e15;

/** Explains a verification problem to the user, in whole sentences. */
export function verificationWords(problem: VerificationProblem): string {
  switch (problem.code) {
    case 'invalid-encoding':
      return `The update is not valid ${problem.encoding}.`;
    case 'ends-early':
      return `The ${PARTS[problem.part]} ends too early.`;
    case 'extra-bytes':
      return `Bytes follow the end of the ${PARTS[problem.part]}.`;
    case 'unknown-version':
      return `The update has the unknown format version ${problem.found}.`;
    case 'unknown-update-type':
      return `The update is of the unknown type ${problem.found}.`;
    case 'unknown-envelope-version':
      return `The signed envelope has the unknown version ${problem.found}.`;
    case 'too-many-hashes':
      return `A proof has ${problem.hashes} hashes, more than any genuine one (${problem.most} at most).`;
    case 'unknown-emitter':
      return `Signed for a source that no trust profile covers (chain ${problem.chain}, ${problem.address}).`;
    case 'unknown-set':
      return `Signed by an unknown set ${setWords(problem)} (newest known: ${problem.newestIndex}).`;
    case 'retired-set':
      return `Signed by set ${setWords(problem)}, which was retired on ${dayOf(problem.retiredMs)}.`;
    case 'published-after-retirement':
      return `Published after set ${setWords(problem)} was retired on ${dayOf(problem.retiredMs)}.`;
    case 'not-in-set':
      return `Lists signer ${problem.signer}, but set ${setWords(problem)} ends at ${problem.last}.`;
    case 'signer-order':
      return `Lists signer ${problem.signer} after signer ${problem.previous}: out of order or twice.`;
    case 'short-quorum': {
      const { signerCount, setSize, profileName, quorum } = problem;
      return `Signed by ${signerCount} of ${setSize}, but ${profileName} needs ${quorum}.`;
    }
    case 'bad-signature':
      return `The signature of signer ${problem.signer} is wrong.`;
    case 'too-many-bad-signatures':
      return `After ${problem.count} wrong signatures the rest is not read.`;
    case 'mismatch':
      return `The service’s price differs from the signed one (${problem.fields.join(', ')}). The signed price is shown.`;
    case 'caps-mismatch': {
      const { publisherCount } = problem;
      const whom = publisherCount === 1 ? 'one publisher' : `${publisherCount} publishers`;
      return `The service’s caps differ from the signed ones for ${whom}. The signed caps are shown.`;
    }
    default:
      return SENTENCES[problem.code];
  }
}

const SENTENCES: Record<CodeWithoutData, string> = {
  'unknown-encoding': 'The update is in an unknown encoding.',
  'not-text': 'The update is not a text.',
  'too-large': 'The update is larger than any genuine one.',
  'too-many-parts': 'The update has more parts than any genuine one.',
  'too-many-messages': 'The update has more messages than any genuine one.',
  'too-much-hashing': 'The update takes more hashing than any genuine one.',
  'not-an-update': 'The bytes are not a signed price update.',
  'not-a-price-root': 'What is signed is not a root of prices.',
  'not-in-root': 'A message does not belong to the signed root.',
  'impossible-time':
    'A signed message holds an impossible time: its part of the update counts for nothing.',
  'no-signed-price': 'The update holds no signed price for this feed.',
  'no-signed-caps': 'The answer holds no signed stake caps.',
};

const PARTS: Record<SignedPart, string> = {
  update: 'update',
  envelope: 'signed envelope',
  payload: 'signed payload',
  message: 'signed message',
  'set-upgrade': 'signer-set upgrade',
};

function setWords({ setIndex, profileName }: { setIndex: number; profileName: string }): string {
  return `${setIndex} of ${profileName}`;
}

/** Formats a time as its UTC day, such as 2026-11-21. */
function dayOf(atMs: UnixMilliseconds): string {
  return new Date(Math.min(atMs, LAST_DATE_MS)).toISOString().slice(0, 10);
}
