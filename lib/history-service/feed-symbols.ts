import { readLongList, type Source } from '../base/http/answers.ts';
import type { FeedId } from '../base/units.ts';
import { z } from '../base/zod.ts';
import { feedSymbolSchema } from './schemas.ts';

/** In the grammar of the attribute `schedule`. */
export interface SessionSchedules {
  readonly regular?: string;
  readonly preMarket?: string;
  readonly postMarket?: string;
  readonly overNight?: string;
}

/** How the public operator names a feed. */
export interface FeedSymbol {
  /** For `getCandles`. It may change, so it is looked up by feed id. */
  readonly symbol: string;
  /** `stable`, `coming_soon` or `inactive`. */
  readonly state: string | null;
  /** The fastest channel with the feed. A faster one responds 404. */
  readonly minChannel: string | null;
  readonly sessions: SessionSchedules;
}

/** Documentation and observed responses differ in spelling. */
const SESSION_KEYS: ReadonlyMap<string, keyof SessionSchedules> = new Map([
  ['regular', 'regular'],
  ['preMarket', 'preMarket'],
  ['pre_market', 'preMarket'],
  ['postMarket', 'postMarket'],
  ['post_market', 'postMarket'],
  ['overNight', 'overNight'],
  ['over_night', 'overNight'],
]);

const LONGEST_SCHEDULE = 10_000;

/** Entries that do not fit, or that the price service lacks, are left out. */
const entrySchema = z.catch(z.nullable(feedSymbolSchema), null);

/**
 * Reads `/v1/symbols`. Of several entries for one feed, a stable one counts, or else the first.
 * @throws InvalidResponseError if the response is not a list
 */
export async function readFeedSymbols(
  text: string,
  source: Source,
): Promise<ReadonlyMap<FeedId, FeedSymbol>> {
  const entries = await readLongList(entrySchema, text, source);
  const byId = new Map<FeedId, FeedSymbol>();
  for (const entry of entries) {
    if (entry === null) continue;
    const known = byId.get(entry.hermes_id);
    if (known && (known.state === 'stable' || entry.state !== 'stable')) continue;
    byId.set(entry.hermes_id, toFeedSymbol(entry));
  }
  return byId;
}

function toFeedSymbol(entry: z.infer<typeof feedSymbolSchema>): FeedSymbol {
  const { symbol, state, min_channel: minChannel, market_session_schedule: schedules } = entry;
  return {
    symbol,
    state: state ?? null,
    minChannel: minChannel ?? null,
    sessions: readSessions(schedules ?? {}),
  };
}

function readSessions(schedules: Readonly<Record<string, unknown>>): SessionSchedules {
  const sessions: { -readonly [Key in keyof SessionSchedules]: SessionSchedules[Key] } = {};
  for (const [key, schedule] of Object.entries(schedules)) {
    const name = SESSION_KEYS.get(key);
    if (name === undefined || typeof schedule !== 'string') continue;
    if (schedule !== '' && schedule.length <= LONGEST_SCHEDULE) sessions[name] = schedule;
  }
  return sessions;
}
