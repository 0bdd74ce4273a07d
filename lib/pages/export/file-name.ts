import type { UnixMilliseconds } from '../../base/units.ts';

const LONGEST_SUBJECT_BYTES = 80;

/** Every file system accepts letters and digits of any script and `.+_-`. */
const UNSAFE = /(?:[^\p{L}\p{N}\p{M}.+_-]|\p{Default_Ignorable_Code_Point})+/gu;
const EDGES = /^[-._+\p{M}]+|[-._+]+$/gu;

interface FileNameParts {
  /** A subject such as the symbol `BTC/USD`. It is untrusted and can have any length. */
  subject: string;
  /** A word such as `samples` or `picture`. */
  what: string;
  atMs: UnixMilliseconds;
  /** Extension without the dot. */
  extension: string;
}

/**
 * `pricelight_BTC-USD_samples_20261121T072015Z.csv`, in UTC and valid in every file system. The
 * product's name keeps it from being reserved (`CON`), hidden or a command-line option.
 */
export function fileName({ subject, what, atMs, extension }: FileNameParts): string {
  return `pricelight_${safeSubject(subject)}_${what}_${compactTime(atMs)}.${extension}`;
}

function safeSubject(subject: string): string {
  const safe = subject.slice(0, 1_000).normalize('NFC').replace(UNSAFE, '-').replace(EDGES, '');
  return cutToBytes(safe).replace(EDGES, '') || 'feed';
}

// File systems limit names to 255 bytes.
function cutToBytes(text: string): string {
  const buffer = new Uint8Array(LONGEST_SUBJECT_BYTES);
  const { read } = new TextEncoder().encodeInto(text, buffer);
  return text.slice(0, read);
}

function compactTime(atMs: UnixMilliseconds): string {
  const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs));
  return time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}
