import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { ROOT, runQuietly } from './build.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** Runs an installed package's command with this Node; throws with its output if it fails. */
export async function runTool(
  packageName: string,
  args: string[],
  command = packageName,
): Promise<void> {
  const file = await commandFile(packageName, command);
  const { code, output } = await runQuietly(process.execPath, [file, ...args], ROOT, process.env);
  if (code !== 0) throw new Error(`${output}\n${command} ended with exit code ${code}.`);
}

/** Runs an installed package's command with this Node and returns its exit code. */
export async function exitCodeOfTool(
  packageName: string,
  args: string[],
  command = packageName,
): Promise<number> {
  return exitCodeOf([await commandFile(packageName, command), ...args]);
}

/** Runs a script with this Node and returns its exit code. */
export async function exitCodeOf(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await new Promise((done, failed) => {
      child.on('error', failed);
      child.on('exit', (code) => done(code ?? 1));
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}

// The files in node_modules/.bin differ between systems; those in the packages do not.
async function commandFile(packageName: string, command: string): Promise<string> {
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  );
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}.`);
  return join(folder, file);
}
