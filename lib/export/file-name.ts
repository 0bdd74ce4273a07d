const LONGEST_SUBJECT_BYTES = 80;

/** What no file system and no shell minds: letters and digits of any script, and these four. */
const UNSAFE = /(?:[^\p{L}\p{N}\p{M}.+_-]|\p{Default_Ignorable_Code_Point})+/gu;
const EDGES = /^[-._+\p{M}]+|[-._+]+$/gu;

export interface FileNameParts {
  /** A symbol such as `BTC/USD`, or what else the file is about. From outside, of any length. */
  subject: string;
  /** What is in it: `samples`, `picture`. */
  what: string;
  /** Unix milliseconds. */
  atMs: number;
  /** Without its dot. */
  extension: string;
}

/**
 * A name that carries symbol and time and nothing that a file system refuses:
 * `pricelight_BTC-USD_samples_20261121T072015Z.csv`. Beginning with the product's name it can be
 * no reserved one (`CON`), hidden file or option; the time is UTC.
 */
export function fileName({ subject, what, atMs, extension }: FileNameParts): string {
  return `pricelight_${safeSubject(subject)}_${what}_${compactTime(atMs)}.${extension}`;
}

function safeSubject(subject: string): string {
  const safe = subject.slice(0, 1_000).normalize('NFC').replace(UNSAFE, '-').replace(EDGES, '');
  return cutToBytes(safe).replace(EDGES, '') || 'feed';
}

// File systems count bytes: 255 for the whole name.
function cutToBytes(text: string): string {
  const room = new Uint8Array(LONGEST_SUBJECT_BYTES);
  const { read } = new TextEncoder().encodeInto(text, room);
  return text.slice(0, read);
}

function compactTime(atMs: number): string {
  const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs));
  return time.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}
