import './english.ts';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CRASH } from './browser-crash.ts';
import type { BrowserKind } from './browsers.ts';
import { buildExtension, FAILURES, ROOT, TESTED_LANGUAGES } from './build.ts';
import { provideBrowser } from './install-browser.ts';
import { runSoak } from '../soak/run-soak.ts';
import { lintFirefoxBuild } from './lint-firefox.ts';
import { readWithNames } from './read-arguments.ts';
import { runTool } from './run-tool.ts';
import { addTallies, formatTally, NOTHING, runVitest, type Tally } from './tally.ts';

const HELP = `npm test -- [options] [SPEC…]

Checks the types, the style and the format, runs the unit and component tests, then the built
extension in real browsers, with a minute of \`npm run soak\` and the linter that
addons.mozilla.org uses. The last lines name what failed, each with the command that repeats it. A
spec whose browser crashed runs once more.

  SPEC             only these browser specs: \`update\` is tests/browser/update.test.ts
  --only PART      check, unit or browser
  --browser NAME   chromium or firefox; default: both
  --all            runs every spec in Firefox too, as a release does; without it, only those about
                   what a browser decides. It also compares 100,000 random signatures with the
                   audited library; without it, 200
  --help           this text`;

const BROWSERS: readonly BrowserKind[] = ['chromium', 'firefox'];
/** How many browsers of a kind there are at a time. Starting Firefox costs most. */
const BESIDE: Readonly<Record<BrowserKind, number>> = { chromium: 3, firefox: 2 };
const PARTS = ['check', 'unit', 'browser'];

// Any seed gives every check something that could break it; a fixed one makes failures repeatable.
const SOAK_MINUTE = { seconds: 60, seed: 1, log: console.log };

interface Failure {
  what: string;
  /** The command that repeats it. */
  repeat: string;
}

interface Stage {
  title: string;
  /** The command that repeats it. */
  repeat: string;
  /** It cannot run if these failed. */
  needs?: readonly Stage[];
  /** Fails by throwing, or by returning failures. */
  run: () => Promise<(Tally & { failures?: Failure[] }) | void>;
}

const { values, positionals: specs } = readWithNames({
  only: { type: 'string' },
  browser: { type: 'string' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});
const only = specs.length > 0 ? 'browser' : values.only;
const kinds = BROWSERS.filter((kind) => kind === (values.browser ?? kind));
const unknown = specs.find((name) => !existsSync(join(ROOT, specFile(name))));

if (values.help) console.log(HELP);
else if (values.only !== undefined && !PARTS.includes(values.only)) refuse('--only', PARTS);
else if (kinds.length === 0) refuse('--browser', BROWSERS);
else if (unknown !== undefined) refuseWith(`There is no ${specFile(unknown)}.`);
else await runAll();

function refuse(option: string, choices: readonly string[]): void {
  refuseWith(`${option} takes one of ${choices.join(', ')}.`);
}

function refuseWith(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

function specFile(name: string): string {
  return `tests/browser/${name}.test.ts`;
}

async function runAll(): Promise<void> {
  // A named spec runs in full, in Firefox too.
  if (values.all || specs.length > 0) process.env['ALL_SPECS'] = 'yes';
  await rm(FAILURES, { recursive: true, force: true });
  const failures = new Map<Stage, Failure[]>();
  let total = NOTHING;
  for (const lanes of rounds()) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const stage of lane) {
          const outcome = await runStage(stage, failures);
          total = addTallies(total, outcome);
          if (outcome.failed > 0) failures.set(stage, outcome.failures);
        }
      }),
    );
  }
  for (const { what, repeat } of [...failures.values()].flat()) {
    console.log(`\nFailed: ${what}\n  ${repeat}`);
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(`\n${formatTally(total)}`);
}

/** Rounds run one after another. In each, lanes of stages run side by side. */
function rounds(): Stage[][][] {
  const isWanted = (part: string): boolean => part === (only ?? part);
  const repeat = `npm test -- --only ${only ?? 'check'}`;
  // Types, tests and builds need the files that WXT generates.
  const prepare: Stage = {
    title: 'Preparing WXT',
    repeat: 'npx wxt prepare',
    run: () => runTool('wxt', ['prepare']),
  };
  const tools: Stage[] = [
    { title: 'Types', repeat, run: () => runTool('typescript', ['--noEmit'], 'tsc') },
    { title: 'Lint', repeat, run: () => runTool('oxlint', []) },
    { title: 'Unused code', repeat, run: () => runTool('knip', []) },
    { title: 'Format', repeat, run: () => runTool('oxfmt', ['--check']) },
  ];
  const builds = kinds.map((kind) => buildStage(kind, prepare));
  const isWhole = specs.length === 0;
  const browsers = kinds.map((kind, place) => [specStage(kind, builds.slice(place, place + 1))]);
  // It mostly waits, and so do the specs for an alarm.
  if (isWhole && kinds.includes('chromium')) browsers.push([soakStage(builds.slice(0, 1))]);
  return [
    [[prepare]],
    [
      isWanted('unit') ? [unitStage(prepare)] : [],
      [
        ...(isWanted('check') ? tools.map((tool) => ({ ...tool, needs: [prepare] })) : []),
        ...(isWanted('browser') ? builds : []),
        ...(isWanted('browser') && isWhole && kinds.includes('firefox')
          ? [lintStage(builds.slice(-1))]
          : []),
      ],
    ],
    isWanted('browser') ? browsers : [],
  ];
}

async function runStage(
  { title, repeat, needs = [], run }: Stage,
  failed: ReadonlyMap<Stage, unknown>,
): Promise<Tally & { failures: Failure[] }> {
  console.log(`\n── ${title}`);
  const startedAt = performance.now();
  try {
    const missing = needs.find((stage) => failed.has(stage));
    if (missing) throw new Error(`It needs “${missing.title}”, which failed.`);
    const result: Tally & { failures?: Failure[] } = (await run()) ?? NOTHING;
    const { failures = [], ...tally } = result;
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`\n${title}: ${tally.failed > 0 ? 'failed' : 'done'} after ${seconds} s.`);
    const isUnnamed = tally.failed > 0 && failures.length === 0;
    return { ...tally, failures: isUnnamed ? [{ what: title, repeat }] : failures };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`${title}: ${reason}`);
    const [firstLine = ''] = reason.trim().split('\n');
    return { ...NOTHING, failed: 1, failures: [{ what: `${title}: ${firstLine}`, repeat }] };
  }
}

function unitStage(prepare: Stage): Stage {
  return {
    title: 'Unit and component tests',
    repeat: 'npm run test:unit',
    needs: [prepare],
    async run() {
      const { failures, ...tally } = await runVitest({ config: 'tests/vitest.config.ts' });
      const named = failures.map(({ file, title }) => ({
        what: `${file} ${title}`,
        repeat: `npm run test:unit -- ${file}${title === '' ? '' : ` -t "${patternOf(title)}"`}`,
      }));
      return { ...tally, failures: named };
    },
  };
}

/** A pattern for a title, without characters that a shell would interpret. */
function patternOf(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N} ,:/-]/gu, '.');
}

function buildStage(kind: BrowserKind, prepare: Stage): Stage {
  return {
    title: `Build for ${kind}`,
    repeat: `npm test -- --only browser --browser ${kind}`,
    needs: [prepare],
    async run() {
      console.log((await provideBrowser(kind)).path);
      for (const language of [undefined, ...TESTED_LANGUAGES]) {
        console.log(await buildExtension(kind, language));
      }
    },
  };
}

function lintStage(builds: readonly Stage[]): Stage {
  return {
    title: 'Lint of the build for firefox',
    repeat: 'npm test -- --only browser --browser firefox',
    needs: builds,
    run: lintFirefoxBuild,
  };
}

function specStage(kind: BrowserKind, builds: readonly Stage[]): Stage {
  const repeat = `npm test -- --only browser --browser ${kind}`;
  return {
    title: `The extension in ${kind}`,
    repeat,
    needs: builds,
    async run() {
      const { failures, ...tally } = await runVitest({
        config: 'tests/browser/vitest.config.ts',
        options: [`--project=${kind}`, `--maxWorkers=${BESIDE[kind]}`],
        files: specs.map(specFile),
        isRepeated: (reason) => reason.includes(CRASH),
      });
      const named = failures.map(({ file, title }) => {
        const name = basename(file, '.test.ts');
        return { what: `${kind}: ${name}: ${title}`, repeat: `${repeat} ${name}` };
      });
      return { ...tally, failures: named };
    },
  };
}

function soakStage(builds: readonly Stage[]): Stage {
  const { seconds, seed } = SOAK_MINUTE;
  return {
    title: 'A minute of faults',
    repeat: `npm run soak -- --seconds ${seconds} --seed ${seed}`,
    needs: builds,
    run: () => runSoak(SOAK_MINUTE),
  };
}
