import { spawn } from 'node:child_process';
import { z } from '../../lib/base/zod.ts';
import { ROOT } from '../tools/build.ts';
import { shippedIn } from './shipped.ts';
import { SkipError, type Step } from './steps.ts';

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

/** Whether the registry knows a vulnerability of a package in the extension. */
export const AUDIT: Step = {
  title: 'Known vulnerabilities',
  async run() {
    const { vulnerabilities } = reportFrom(await npmAudit());
    const shipped = new Set<string>();
    for (const browser of ['chrome', 'firefox'] as const) {
      for (const { name } of await shippedIn(browser)) shipped.add(name);
    }
    const all = Object.entries(vulnerabilities).map(([name, { severity }]) => ({ name, severity }));
    const inside = all.filter(({ name }) => shipped.has(name));
    if (inside.length > 0) {
      throw new Error(inside.map(({ name, severity }) => `${name} (${severity})`).join(', '));
    }
    return `none in the packages, ${all.length} in the tools that build and test them`;
  },
};

function reportFrom(output: string) {
  const report = reportSchema.safeParse(parsed(output));
  if (!report.success) throw new SkipError('npm audit has no answer from the registry');
  return report.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Its exit code does not distinguish a vulnerability from an unreachable registry; its report does.
function npmAudit(): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn('npm', ['audit', '--json'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
      // npm is a .cmd file on Windows, which only a shell starts.
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', failed);
    child.on('close', () => done(output));
  });
}
