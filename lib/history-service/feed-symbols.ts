import { readLongList, type Source } from '../base/http/answers.ts';
import type { FeedId } from '../base/units.ts';
import { z } from '../base/zod.ts';
import { feedSymbolSchema } from './schemas.ts';

/** Entries that do not fit, or that the price service lacks, are left out. */
const entrySchema = z.catch(z.nullable(feedSymbolSchema), null);

/**
 * Reads `/v1/symbols`: the symbol of each feed, by feed id. Of several entries for one feed, a stable
 * one counts, or else the first.
 * @throws InvalidResponseError if the response is not a list
 */
export async function readFeedSymbols(
  text: string,
  source: Source,
): Promise<ReadonlyMap<FeedId, string>> {
  const entries = await readLongList(entrySchema, text, source);
  const byId = new Map<FeedId, z.infer<typeof feedSymbolSchema>>();
  for (const entry of entries) {
    if (entry === null) continue;
    const known = byId.get(entry.hermes_id);
    if (known && (known.state === 'stable' || entry.state !== 'stable')) continue;
    byId.set(entry.hermes_id, entry);
  }
  return new Map([...byId].map(([id, { symbol }]) => [id, symbol]));
}
