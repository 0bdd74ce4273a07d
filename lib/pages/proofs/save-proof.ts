import type { Firing } from '../../domain/alerts/model/firing.ts';
import { goesByClock } from '../../domain/alerts/model/trigger.ts';
import { eventWords } from '../../domain/alerts/text/event-words.ts';
import { subjectOf } from '../../domain/holdings/subject.ts';
import { PROOF_FORMAT, type NotSigned, type ProofFile } from '../../domain/proofs/proof-file.ts';
import type { SignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import { firingProofs } from '../../storage/values/firing-proofs.ts';
import { SaveError } from '../../base/save-error.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { fileName } from '../export/file-name.ts';
import { textFile, type ExportFile } from '../export/files.ts';
import { inquire } from '../inquiries.ts';
import type { AnsweredProof } from '../questions.ts';

interface NamedFeed {
  id: FeedId;
  symbol: string;
}

interface ProvenPrice {
  name: string;
  bytes: SignedBytes;
}

/**
 * The proof of the feed's displayed price.
 * @throws InquiryError if the service does not provide it; SaveError if it is not verified
 */
export async function feedProof(feed: NamedFeed, nowMs: UnixMilliseconds): Promise<ExportFile> {
  return answeredProof(await inquire({ kind: 'proof', id: feed.id }), feed, nowMs);
}

/** @throws SaveError if the answered price is not verified */
export function answeredProof(
  { bytes, prices }: AnsweredProof,
  { id, symbol }: NamedFeed,
  nowMs: UnixMilliseconds,
): ExportFile {
  if (bytes !== null) return proofFile(symbol, [{ name: symbol, bytes }], {}, nowMs);
  const hasFailed = prices.some((price) => price.id === id && price.failure !== undefined);
  throw new SaveError(hasFailed ? 'failedCheck' : 'noSignedBytes');
}

/**
 * The signed bytes of the price that fired the alert; `null` if no single feed's price did, if it
 * was not verified, or if only the proofs of newer firings are kept.
 */
export async function firingBytes({ id, feedId, what }: Firing): Promise<SignedBytes | null> {
  if (goesByClock(what) || subjectOf(feedId).kind !== 'feed') return null;
  const stored = await firingProofs.getValue();
  return (Object.hasOwn(stored, id) && stored[id]) || null;
}

/** @param symbol the feed's symbol */
export function firingProof(
  { what, at }: Firing,
  { name: symbol, bytes }: ProvenPrice,
  nowMs: UnixMilliseconds,
): ExportFile {
  const alert = {
    text: eventWords(what, symbol),
    triggeredAt: Math.floor(at),
    level: levelOf(what),
  };
  return proofFile(symbol, [{ name: symbol, bytes }], { alert }, nowMs);
}

function levelOf(what: Firing['what']): NonNullable<NotSigned['alert']>['level'] {
  return what.kind === 'crosses' ? { side: what.direction, value: what.level } : null;
}

/** @param subject names the file */
export function proofFile(
  subject: string,
  prices: readonly ProvenPrice[],
  others: Pick<NotSigned, 'alert' | 'holdings'>,
  nowMs: UnixMilliseconds,
): ExportFile {
  const file: ProofFile = {
    format: PROOF_FORMAT,
    version: 1,
    prices: prices.map(({ bytes }) => bytes),
    notSigned: { savedAt: nowMs, names: prices.map(({ name }) => name), ...others },
  };
  const name = fileName({ subject, what: 'proof', atMs: nowMs, extension: 'json' });
  return textFile(name, `${JSON.stringify(file, null, 2)}\n`, 'json');
}
