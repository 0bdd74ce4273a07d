import type { AnsweredUpdate } from '../pages/inquiries.ts';
import { decodeBytes } from '../signed-updates/bytes.ts';

/** The signed bytes of one blob of an update. */
export interface UpdateBlob {
  /** Its place in `binary.data`. */
  place: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The update as the price service sent it, as JSON. */
export function updateJson({ update }: AnsweredUpdate): string {
  return `${JSON.stringify(update, null, 2)}\n`;
}

/**
 * The signed bytes behind a feed's figure: of the blob that proves it; where none does, all blobs.
 *
 * @throws SignedUpdateError where a blob is not what its encoding says
 */
export function updateBlobs({ update, figures }: AnsweredUpdate, feedId: string): UpdateBlob[] {
  const { data, encoding } = update.binary;
  const proven = figures.find(({ id }) => id === feedId)?.details?.blob;
  return data
    .map((text, place) => ({ text, place }))
    .filter(({ place }) => proven === undefined || place === proven)
    .map(({ text, place }) => ({
      place,
      bytes: new Uint8Array(decodeBytes(text, encoding)),
    }));
}
