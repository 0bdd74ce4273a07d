import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { describeFeed } from './catalog.ts';
import type { Moment, PriceSource, Quote } from './quote.ts';

const recordedPriceSchema = z.object({
  price: z.string(),
  conf: z.string(),
  expo: z.int(),
  publish_time: z.int(),
});

const recordedUpdateSchema = z.object({
  binary: z.object({ encoding: z.enum(['hex', 'base64']), data: z.array(z.string()) }),
  parsed: z.array(
    z.object({ id: z.string(), price: recordedPriceSchema, ema_price: recordedPriceSchema }),
  ),
});

type RecordedUpdate = z.infer<typeof recordedUpdateSchema>;
type RecordedItem = RecordedUpdate['parsed'][number];

interface Frame {
  items: Map<string, RecordedItem>;
  blobs: Buffer[];
  publishTime: number;
}

/**
 * Serves recorded responses of the public service: `latest-*.json`, `stream-*.json` and `*.sse.txt`
 * in `directory`. Its feeds are the ids that occur in them. A request gets the responses that contain
 * all of its feeds, in the order of their publish times, one per slot, in a loop; feeds that were
 * never recorded together each loop through their own.
 *
 * Times are moved to now, so that nothing is stale; every digit of `price`, `conf` and `expo` is as
 * recorded. So is `binary`, which is signed and cannot be changed: the times in it are those of the
 * recording.
 *
 * @throws Error if the directory has no recorded response, or one that is not a price update.
 */
export async function createReplaySource(directory: string): Promise<PriceSource> {
  const frames = (await readRecordings(directory)).map(frameOf).toSorted(byTime);
  const ids = [...new Set(frames.flatMap(({ items }) => [...items.keys()]))];
  if (ids.length === 0) throw new Error('the directory holds no recorded price update');
  return {
    feeds: ids.map(describeFeed),
    quotes: (wanted, moment) =>
      chooseFrames(frames, wanted, moment).map(({ items }, index) =>
        shiftedQuote(items.get(wanted[index] ?? ''), moment),
      ),
    recordedBlobs(quotes, moment) {
      const wanted = quotes.map(({ id }) => id);
      return [...new Set(chooseFrames(frames, wanted, moment).flatMap(({ blobs }) => blobs))];
    },
  };
}

/** The frame that each wanted feed is served from. */
function chooseFrames(
  frames: readonly Frame[],
  wanted: readonly string[],
  moment: Moment,
): Frame[] {
  const together = frames.filter(({ items }) => wanted.every((id) => items.has(id)));
  return wanted.map((id) => {
    const candidates = together.length > 0 ? together : frames.filter(({ items }) => items.has(id));
    const frame = candidates[moment.slot % candidates.length];
    if (!frame) throw new TypeError(`no recording of the feed ${id}`);
    return frame;
  });
}

async function readRecordings(directory: string): Promise<RecordedUpdate[]> {
  const names = (await readdir(directory)).toSorted();
  const updates: RecordedUpdate[] = [];
  for (const name of names) {
    const isEvents = name.endsWith('.sse.txt');
    if (!isEvents && !/^(?:latest|stream)-.*\.json$/.test(name)) continue;
    const text = await readFile(join(directory, name), 'utf8');
    const values = isEvents ? eventData(text) : [text];
    updates.push(...values.map((value) => recordedUpdateSchema.parse(JSON.parse(value))));
  }
  return updates;
}

function eventData(text: string): string[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length))
        .join('\n'),
    )
    .filter((data) => data !== '');
}

function frameOf({ binary, parsed }: RecordedUpdate): Frame {
  return {
    items: new Map(parsed.map((item) => [item.id, item])),
    blobs: binary.data.map((blob) => Buffer.from(blob, binary.encoding)),
    publishTime: parsed[0]?.price.publish_time ?? 0,
  };
}

function byTime(a: Frame, b: Frame): number {
  return a.publishTime - b.publishTime;
}

function shiftedQuote(item: RecordedItem | undefined, moment: Moment): Quote {
  if (!item) throw new TypeError('the chosen recording lacks the feed');
  return {
    id: item.id,
    price: item.price.price,
    conf: item.price.conf,
    emaPrice: item.ema_price.price,
    emaConf: item.ema_price.conf,
    expo: item.price.expo,
    publishTime: moment.publishTime,
    prevPublishTime: moment.prevPublishTime,
    proofAvailableTime: moment.publishTime,
    slot: moment.slot,
  };
}
