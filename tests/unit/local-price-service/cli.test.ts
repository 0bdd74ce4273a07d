import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BTC, idsQuery, LATEST } from './support.ts';

const CLI = join(import.meta.dirname, '../../price-service/cli.ts');

it('prints its address, serves, and stops on an interrupt', async () => {
  const options = ['--port', '0', '--feeds', '5', '--rate', '1', '--seed', '2', '--prefix', '/x'];
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
  expect((await fetch(url + LATEST + idsQuery(BTC))).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 20_000);
