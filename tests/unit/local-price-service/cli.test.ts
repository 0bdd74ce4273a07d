import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { BTC, idsQuery, LATEST, type Update } from './support.ts';

const CLI = join(import.meta.dirname, '../../price-service/cli.ts');

it('prints its URL, serves, and stops on an interrupt', async () => {
  const options = ['--port', '0', '--feeds', '5', '--rate', '1', '--seed', '2', '--prefix', '/x'];
  options.push('--tamper', 'wrong-emitter', '--history');
  const child = spawn(process.execPath, [CLI, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(() => output, { timeout: 15_000 }).toContain('\n');
  const url = /http:\/\/\S+/.exec(output)?.[0] ?? '';
  expect(url).toMatch(/\/x$/);
  const { binary }: Update = await (await fetch(url + LATEST + idsQuery(BTC))).json();
  expect(binary.data[0]).toContain('ee'.repeat(32));
  await expect.poll(() => output).toContain('Signed by 3 of');
  await expect.poll(() => output).toContain('History service: ');
  const [, historyUrl = ''] = /History service: (\S+)/.exec(output) ?? [];
  expect(await (await fetch(`${historyUrl}/config`)).json()).toHaveProperty(
    'supported_resolutions',
  );
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 20_000);

it('serves several services that agree, one of them late', async () => {
  const options = ['--port', '0', '--services', '2', '--lag', '0,30', '--outages'];
  const child = spawn(process.execPath, [CLI, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  await expect.poll(() => output, { timeout: 15_000 }).toContain('Signed by');
  const urls = [...output.matchAll(/http:\/\/\S+/g)].map(([url]) => url);
  const times = await Promise.all(
    urls.map(async (url) => {
      const { parsed }: Update = await (await fetch(url + LATEST + idsQuery(BTC))).json();
      return parsed?.[0]?.price.publish_time ?? 0;
    }),
  );
  expect(times).toHaveLength(2);
  expect((times[0] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(29);
}, 20_000);

it.each([
  ['a kind that it does not know', ['--tamper', 'politely'], 'altered-price, wrong-proof'],
  ['unsigned updates', ['--tamper', 'wrong-proof', '--unsigned'], 'signs itself'],
])(
  'refuses to tamper: %s',
  async (_what, options, message) => {
    await expect(
      promisify(execFile)(process.execPath, [CLI, '--port', '0', ...options]),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  },
  20_000,
);
