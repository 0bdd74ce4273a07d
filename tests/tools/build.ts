import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { BrowserKind } from './browsers.ts';

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/** The folder of builds and screenshots. */
export const OUTPUT = join(ROOT, '.output');

/** The folder of the built extension. */
export function builtExtension(kind: BrowserKind): string {
  return join(OUTPUT, kind === 'firefox' ? 'firefox-mv3' : 'chrome-mv3');
}

/** Builds the extension for a browser and returns its folder; throws with the build's output. */
export async function buildExtension(kind: BrowserKind): Promise<string> {
  const wxt = join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const args = kind === 'firefox' ? [wxt, 'build', '-b', 'firefox'] : [wxt, 'build'];
  const { code, output } = await runQuietly(process.execPath, args);
  if (code !== 0) throw new Error(`The build for ${kind} failed:\n${output}`);
  return builtExtension(kind);
}

function runQuietly(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', failed);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
