import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PriceServiceClient, RequestTimeoutError } from '@/lib/price-service/index.ts';
import { saveFile, textFile } from '@/lib/pages/export/files.ts';
import { fitPicture } from '@/lib/pages/export/picture-size.ts';
import { startService } from '../price-service/service.ts';
import { BTC, logStream, rejectionOf } from '../price-service/support.ts';
import { resultOf, stopTimers, until } from './timers.ts';

describe('Business constants and limits', () => {
  it('Request timeout: default 5000 ms.', async () => {
    const timers = stopTimers();
    const service = await startService();
    service.fail({ kind: 'hang', where: 'before' });
    let error: unknown;
    const call = new PriceServiceClient(service.url).getLatestPriceUpdates([BTC]);
    void rejectionOf(call).then((reason) => (error = reason));
    await until(() => service.requests.length === 1, 'the request');
    await timers.elapse(5_000, () => error !== undefined);
    expect(error).toBeInstanceOf(RequestTimeoutError);
  });

  it('HTTP retries: default 3.', async () => {
    const service = await startService();
    service.fail({ kind: 'status', status: 500 });
    const client = new PriceServiceClient(service.url, { random: () => 0 });
    await rejectionOf(client.getLatestPriceUpdates([BTC]));
    expect(service.requests).toHaveLength(1 + 3);
  });

  it.each([
    [0, [100, 200, 400]],
    [0.5, [150, 300, 600]],
    [0.999_999, [199, 398, 796]],
  ])(
    'Initial retry delay: 100 ms plus a random 0 to 99 ms; it doubles on each retry. (random %f)',
    async (random, delays) => {
      const timers = stopTimers();
      const service = await startService();
      service.fail({ kind: 'status', status: 500 });
      const client = new PriceServiceClient(service.url, { random: () => random });
      const failed = rejectionOf(client.getLatestPriceUpdates([BTC]));
      for (const [index, ms] of delays.entries()) {
        await timers.elapse(ms, () => service.requests.length === index + 2);
      }
      expect(await resultOf(failed, 'the last error')).toHaveProperty('status', 500);
    },
  );

  it('Stream reconnect interval: default 1000 ms, unless the server sends a retry value.', async () => {
    const timers = stopTimers();
    const service = await startService();
    const lines = 'retry: 2345\n\n';
    service.fail({ kind: 'status', status: 503, times: 1 });
    service.fail({ kind: 'stream-lines', lines, end: true, times: 1 });
    service.fail({ kind: 'status', status: 503, times: 1 });
    const log = logStream(new PriceServiceClient(service.url).getPriceUpdatesStream([BTC]));
    await timers.elapse(1_000, () => service.requests.length === 2);
    await timers.elapse(2_345, () => service.requests.length === 3);
    await timers.elapse(2_345, () => service.requests.length === 4);
    await until(() => log.opens === 2, 'the stream');
  });

  it('Image export: canvas dimensions capped at 16384 pixels.', () => {
    expect(fitPicture(720, 16_384)).toMatchObject({ width: 720, height: 16_384, isReduced: false });
    expect(fitPicture(720, 32_768)).toMatchObject({ width: 360, height: 16_384, isReduced: true });
    expect(fitPicture(40_000, 20)).toMatchObject({ width: 16_384, height: 8, isReduced: true });
  });

  it('File download: a URL is read inline only if shorter than 2048 characters.', async () => {
    const clicked: string[] = [];
    const link = { href: '', click: () => clicked.push(link.href) };
    vi.stubGlobal('document', { createElement: () => link });
    onTestFinished(() => void vi.unstubAllGlobals());
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:large');
    // Each 3 bytes become 4 characters.
    const longest = 'x'.repeat(1_512);
    await saveFile(textFile('a.json', longest, 'json'));
    expect(clicked).toEqual([`data:application/json;base64,${btoa(longest)}`]);
    expect(clicked[0]?.length).toBe(2_045);
    expect(createObjectURL).not.toHaveBeenCalled();
    // Its URL would have exactly 2,048 characters.
    const page = new Blob(['x'.repeat(1_509)], { type: 'text/html;charset=utf-8' });
    await saveFile({ name: 'b.html', blob: page });
    await saveFile(textFile('c.json', `${longest}x`, 'json'));
    expect(clicked.slice(1)).toEqual(['blob:large', 'blob:large']);
  });
});
