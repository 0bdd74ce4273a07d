import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { builtExtension, ROOT } from './build.ts';
import type { Tally } from './tally.ts';

/** An expected warning, with its reason, which is also in .github/CONTRIBUTING.md. */
interface Known {
  code: string;
  /** A text in the file, because the bundler's file names change. */
  mark: string;
  atMost: number;
  why: string;
}

const KNOWN: readonly Known[] = [
  {
    code: 'KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION',
    mark: '"data_collection_permissions"',
    atMost: 1,
    why: 'it is about Firefox for Android, for which the manifest makes no claim',
  },
  {
    code: 'UNSAFE_VAR_ASSIGNMENT',
    mark: 'https://react.dev/errors/',
    atMost: 2,
    why: 'React DOM itself; nothing here uses dangerouslySetInnerHTML',
  },
];

const messageSchema = z.object({
  code: z.string(),
  message: z.string(),
  file: z.optional(z.string()),
});
type Message = z.infer<typeof messageSchema>;

const reportSchema = z.object({
  errors: z.array(messageSchema),
  warnings: z.array(messageSchema),
});

/** Lints the built extension as addons.mozilla.org does. Fails for unexpected warnings too. */
export async function lintFirefoxBuild(): Promise<Tally> {
  const { errors, warnings } = reportSchema.parse(JSON.parse(await lint()));
  const left = new Map(KNOWN.map((known) => [known, known.atMost]));
  const unknown: Message[] = [];
  for (const warning of warnings) {
    const known = await reasonFor(warning, left);
    if (known) left.set(known, (left.get(known) ?? 0) - 1);
    else unknown.push(warning);
  }
  for (const { code, message, file } of [...errors, ...unknown]) {
    console.error(`${code} in ${file ?? 'the manifest'}: ${message}`);
  }
  for (const { code, atMost, why } of KNOWN) console.log(`${code}, at most ${atMost}: ${why}`);
  const failed = errors.length + unknown.length;
  return { passed: failed === 0 ? 1 : 0, failed, skipped: 0 };
}

/** The expected warning that it matches, unless there were already as many as expected. */
async function reasonFor(
  { code, file }: Message,
  left: ReadonlyMap<Known, number>,
): Promise<Known | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(join(builtExtension('firefox'), file), 'utf8');
  return KNOWN.find(
    (known) => known.code === code && text.includes(known.mark) && (left.get(known) ?? 0) > 0,
  );
}

/** The linter's report. It covers everything that its exit code says. */
function lint(): Promise<string> {
  const command = join(ROOT, 'node_modules', 'web-ext', 'bin', 'web-ext.js');
  const args = ['lint', '--output', 'json', '--source-dir', builtExtension('firefox')];
  return new Promise((done) => {
    execFile(process.execPath, [command, ...args], { cwd: ROOT }, (_, stdout) => done(stdout));
  });
}
