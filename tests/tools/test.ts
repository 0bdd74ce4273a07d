import './english.ts';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
addons.mozilla.org uses. The last lines name what failed, each with the command that repeats it.

  SPEC             only these browser specs: \`update\` is tests/browser/update.test.ts
  --only PART      check, unit or browser
  --browser NAME   chromium or firefox; default: both
  --all            runs every spec in Firefox too, as a release does; without it, only those about
                   what a browser decides. It also compares 100,000 random signatures with the
                   audited library; without it, 200
  --help           this text`;

const BROWSERS: readonly BrowserKind[] = ['chromium', 'firefox'];
/** How many browsers of a kind there are at a time. A start of Firefox costs most. */
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
  /** It starts when these have ended, whatever came of them. */
  after?: readonly Stage[];
  /** Fails by throwing, or by returning failures. */
  run: () => Promise<(Tally & { failures?: Failure[] }) | void>;
}

type Outcome = Tally & { failures: Failure[] };

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
  // A spec that is named runs in Firefox too, whole.
  if (values.all || specs.length > 0) process.env['ALL_SPECS'] = 'yes';
  await rm(FAILURES, { recursive: true, force: true });
  const begun = new Map<Stage, Promise<Outcome>>();
  for (const stage of stages()) begun.set(stage, runInTurn(stage, begun));
  const outcomes = await Promise.all(begun.values());
  for (const { what, repeat } of outcomes.flatMap(({ failures }) => failures)) {
    console.log(`\nFailed: ${what}\n  ${repeat}`);
  }
  const total = outcomes.reduce<Tally>(addTallies, NOTHING);
  if (total.failed > 0) process.exitCode = 1;
  console.log(`\n${formatTally(total)}`);
}

/**
 * All that runs, each stage behind those it waits for. Tests, tools and browsers run beside each
 * other: the specs often wait, for an alarm or for a browser.
 */
function stages(): Stage[] {
  const isWanted = (part: string): boolean => part === (only ?? part);
  // Types, tests and builds need the files that WXT generates.
  const prepare: Stage = {
    title: 'Preparing WXT',
    repeat: 'npx wxt prepare',
    run: () => runTool('wxt', ['prepare']),
  };
  const all = [prepare];
  if (isWanted('unit')) all.push(unitStage(prepare));
  if (isWanted('browser')) all.push(...browserStages(prepare));
  if (isWanted('check')) all.push(...toolStages(prepare));
  return all;
}

function browserStages(prepare: Stage): Stage[] {
  const builds: Stage[] = [];
  for (const kind of kinds) builds.push(buildStage(kind, { prepare, after: builds.slice() }));
  const all = [
    ...builds,
    ...kinds.map((kind, place) => specStage(kind, builds.slice(place, place + 1))),
  ];
  if (specs.length > 0) return all;
  if (kinds.includes('chromium')) all.push(soakStage(builds.slice(0, 1)));
  if (kinds.includes('firefox')) all.push(lintStage(builds.slice(-1)));
  return all;
}

/** One after the other. */
function toolStages(prepare: Stage): Stage[] {
  const repeat = `npm test -- --only ${only ?? 'check'}`;
  const tools: Stage[] = [];
  const add = (title: string, ...tool: Parameters<typeof runTool>): void => {
    const run = () => runTool(...tool);
    tools.push({ title, repeat, needs: [prepare], after: tools.slice(-1), run });
  };
  add('Types', 'typescript', ['--noEmit'], 'tsc');
  add('Lint', 'oxlint', []);
  add('Unused code', 'knip', []);
  add('Format', 'oxfmt', ['--check']);
  return tools;
}

async function runInTurn(
  stage: Stage,
  begun: ReadonlyMap<Stage, Promise<Outcome>>,
): Promise<Outcome> {
  const { title, repeat, needs = [], after = [], run } = stage;
  for (const earlier of after) await begun.get(earlier);

  try {
    for (const needed of needs) {
      const outcome = await begun.get(needed);
      if (outcome?.failed) throw new Error(`It needs “${needed.title}”, which failed.`);
    }
    console.log(`\n── ${title}`);
    const startedAt = performance.now();
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
      const { failures, ...tally } = await runVitest('tests/vitest.config.ts', []);
      const named = failures.map(({ file, title }) => ({
        what: `${file} ${title}`,
        repeat: `npm run test:unit -- ${file}${title === '' ? '' : ` -t "${patternOf(title)}"`}`,
      }));
      return { ...tally, failures: named };
    },
  };
}

/** A pattern for a title, which no shell changes. */
function patternOf(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N} ,:/-]/gu, '.');
}

function buildStage(
  kind: BrowserKind,
  { prepare, after }: { prepare: Stage; after: readonly Stage[] },
): Stage {
  return {
    title: `Build for ${kind}`,
    repeat: `npm test -- --only browser --browser ${kind}`,
    needs: [prepare],
    after,
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
      const args = [`--project=${kind}`, `--maxWorkers=${BESIDE[kind]}`, ...specs.map(specFile)];
      const { failures, ...tally } = await runVitest('tests/browser/vitest.config.ts', args);
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
