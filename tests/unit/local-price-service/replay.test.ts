import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BTC,
  ETH,
  getItem,
  getUpdate,
  holdsUpdates,
  idsQuery,
  LATEST,
  NOON_MS,
  openStream,
  startService,
  statusAndText,
  UNKNOWN,
  updatesIn,
  type Item,
  type Update,
} from './support.ts';

const RECORDINGS = join(import.meta.dirname, '../../../../shared/data/responses');
const hasRecordings = existsSync(RECORDINGS);
if (!hasRecordings) console.warn('Skipped: no recorded answers beside the checkout.');

function recordedItem(id: string, price: string, publishTime: number): Item {
  const figures = { price, conf: '00012', expo: -8, publish_time: publishTime };
  return {
    id,
    price: figures,
    ema_price: { ...figures, price: `${price}1` },
    metadata: { slot: 5, proof_available_time: publishTime, prev_publish_time: publishTime },
  };
}

function recorded(data: string, ...items: Item[]): string {
  return JSON.stringify({ binary: { encoding: 'hex', data: [data] }, parsed: items });
}

async function recordingsDir(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'recordings-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

describe('replaying recorded answers', () => {
  it('serves one value after the other, with the recorded digits and current times', async () => {
    let nowMs = NOON_MS;
    const replayDir = await recordingsDir({
      'latest-b.json': recorded('bb', recordedItem(BTC, '0200', 20)),
      'latest-a.json': recorded('aa', recordedItem(BTC, '-100', 10)),
      'stream-x.sse.txt': `data:${recorded('cc', recordedItem(BTC, '300', 30))}\n\n: bye\n\n`,
      'README.txt': 'no recording',
    });
    const service = await startService({ replayDir, now: () => nowMs });
    const seen: [string, string | undefined][] = [];
    for (let slot = 0; slot < 4; slot++) {
      nowMs = NOON_MS + slot * 400;
      const { binary, parsed } = await getUpdate(service, LATEST + idsQuery(BTC));
      expect(parsed?.[0]?.price).toMatchObject({
        conf: '00012',
        expo: -8,
        publish_time: Math.floor(nowMs / 1000),
      });
      seen.push([parsed?.[0]?.price.price ?? '', binary.data[0]]);
    }
    const start = (NOON_MS / 400) % 3;
    const cycle = [
      ['-100', 'aa'],
      ['0200', 'bb'],
      ['300', 'cc'],
    ];
    expect(seen).toEqual([0, 1, 2, 3].map((step) => cycle[(start + step) % 3]));
  });

  it('prefers answers with all requested feeds, otherwise combines several', async () => {
    const replayDir = await recordingsDir({
      'latest-both.json': recorded('ab', recordedItem(BTC, '1', 10), recordedItem(ETH, '2', 10)),
      'latest-btc.json': recorded('aa', recordedItem(BTC, '3', 20)),
      'latest-other.json': recorded('cc', recordedItem(UNKNOWN, '4', 30)),
    });
    const service = await startService({ replayDir });
    for (let count = 0; count < 3; count++) {
      const both = await getUpdate(service, LATEST + idsQuery(ETH, BTC));
      expect(both.parsed?.map(({ price }) => price.price)).toEqual(['2', '1']);
      expect(both.binary.data).toEqual(['ab']);
      const apart = await getUpdate(service, `${LATEST}${idsQuery(ETH, UNKNOWN)}&encoding=base64`);
      expect(apart.parsed?.map(({ price }) => price.price)).toEqual(['2', '4']);
      expect(apart.binary.data).toEqual([Buffer.of(0xab).toString('base64'), 'zA==']);
      service.setPrice(BTC, { price: '1' });
    }
  });

  it('knows only the recorded feeds, and invents names for those without any', async () => {
    const replayDir = await recordingsDir({
      'latest-a.json': recorded('aa', recordedItem(BTC, '1', 1), recordedItem(UNKNOWN, '2', 1)),
    });
    const service = await startService({ replayDir });
    const response = await fetch(`${service.url}/v2/price_feeds`);
    expect(await response.json()).toMatchObject([
      { id: BTC, attributes: { symbol: 'Crypto.BTC/USD' } },
      { id: UNKNOWN, attributes: { symbol: 'Crypto.ABABABAB/USD' } },
    ]);
    expect(await statusAndText(service.url + LATEST + idsQuery(ETH))).toEqual([
      404,
      `Price ids not found: 0x${ETH}`,
    ]);
  });

  it('streams them, and lets a test set prices', async () => {
    const replayDir = await recordingsDir({
      'stream-a.json': recorded('aa', recordedItem(BTC, '100', 1)),
    });
    const service = await startService({ replayDir });
    const stream = await openStream(service, idsQuery(BTC));
    service.pushStream();
    service.setPrice(BTC, { price: '7' });
    const updates = updatesIn(await stream.until(holdsUpdates(2)));
    expect(updates.map(({ parsed }) => parsed?.[0]?.price.price)).toEqual(['100', '7']);
  });

  it('rejects a directory without recordings and invalid files', async () => {
    const empty = await recordingsDir({ 'notes.json': '{}' });
    await expect(startService({ replayDir: empty })).rejects.toThrow('no recorded price update');
    const broken = await recordingsDir({ 'latest-a.json': '{"binary":1}' });
    await expect(startService({ replayDir: broken })).rejects.toThrow();
  });

  it('cannot be falsified, because the service did not sign it', async () => {
    const replayDir = await recordingsDir({
      'latest-a.json': recorded('aa', recordedItem(BTC, '1', 1)),
    });
    const start = startService({ replayDir, tampering: 'wrong-proof' });
    await expect(start).rejects.toThrow('signs itself');
  });

  it.skipIf(!hasRecordings)('serves every recorded feed of the public service', async () => {
    const service = await startService({ replayDir: RECORDINGS });
    const values = new Map<string, Set<string>>();
    for (const name of (await readdir(RECORDINGS)).filter((file) => file.endsWith('.json'))) {
      const update: Update = JSON.parse(await readFile(join(RECORDINGS, name), 'utf8'));
      for (const { id, price } of update.parsed ?? []) {
        const known = values.get(id) ?? new Set();
        values.set(id, known.add(`${price.price} ${price.conf} ${price.expo}`));
      }
    }
    expect(values.size).toBeGreaterThanOrEqual(20);
    const nowSeconds = Math.floor(Date.now() / 1000);
    for (const [id, known] of values) {
      const { price } = await getItem(service, id);
      expect(known).toContain(`${price.price} ${price.conf} ${price.expo}`);
      expect(price.publish_time).toBeGreaterThanOrEqual(nowSeconds);
    }
    const all = await getUpdate(service, LATEST + idsQuery(...values.keys()));
    expect(all.parsed).toHaveLength(values.size);
    expect(all.binary.data.every((blob) => blob.startsWith('504e4155'))).toBe(true);
  });
});
