import type { AnsweredUpdate } from '../questions.ts';
import { decodeBytes } from '../../domain/signed-updates/bytes.ts';
import type { FeedId } from '../../base/units.ts';

/** The signed bytes of one blob of an update. */
export interface UpdateBlob {
  /** The index in `binary.data`. */
  place: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The update as the price service sent it, as JSON. */
export function updateJson({ update }: AnsweredUpdate): string {
  return `${JSON.stringify(update, null, 2)}\n`;
}

/**
 * The signed bytes behind a feed's price: the blob that proves it, or all blobs if none does.
 *
 * @throws SignedUpdateError if a blob is not validly encoded
 */
export function updateBlobs({ update, prices }: AnsweredUpdate, feedId: FeedId): UpdateBlob[] {
  const { data, encoding } = update.binary;
  const provingIndex = prices.find(({ id }) => id === feedId)?.details?.blob;
  return data
    .map((text, place) => ({ text, place }))
    .filter(({ place }) => provingIndex === undefined || place === provingIndex)
    .map(({ text, place }) => ({
      place,
      bytes: new Uint8Array(decodeBytes(text, encoding)),
    }));
}
