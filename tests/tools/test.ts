import './english.ts';
import type { BrowserKind } from './browsers.ts';
import { provideBrowser } from './install-browser.ts';
import { buildExtension, TESTED_LANGUAGES } from './build.ts';
import { runSoak } from '../soak/run-soak.ts';
import { lintFirefoxBuild } from './lint-firefox.ts';
import { readArguments } from './read-arguments.ts';
import { runTool } from './run-tool.ts';
import { addTallies, formatTally, NOTHING, runVitest, type Tally } from './tally.ts';

const HELP = `npm test -- [options]

Checks the types, the style and the format, runs the unit and component tests, then the built
extension in real browsers, with a minute of \`npm run soak\` and the linter that
addons.mozilla.org uses. Stops after a part that fails.

  --only PART      check, unit or browser
  --browser NAME   chromium or firefox; default: both
  --all            runs every spec in Firefox too, as a release does; without it, only those about
                   what a browser decides
  --help           this text`;

const BROWSERS: readonly BrowserKind[] = ['chromium', 'firefox'];

// Any seed gives every check something that could break it; a fixed one makes failures repeatable.
const SOAK_MINUTE = { seconds: 60, seed: 1, log: console.log };

interface Stage {
  title: string;
  /** Fails by throwing, or by returning failed tests. */
  run: () => Promise<Tally | void>;
}

/** Stages that run one after the other. */
type Lane = Stage[];

const LINT: Stage = { title: 'Lint of the build for firefox', run: lintFirefoxBuild };
const CHECKS: Lane = [
  { title: 'Types', run: () => runTool('typescript', ['--noEmit'], 'tsc') },
  { title: 'Lint', run: () => runTool('oxlint', []) },
  { title: 'Unused code', run: () => runTool('knip', []) },
  { title: 'Format', run: () => runTool('oxfmt', ['--check']) },
];
const UNIT_TESTS: Lane = [
  { title: 'Unit and component tests', run: () => runVitest('tests/vitest.config.ts', []) },
];
const SOAK: Stage = { title: 'A minute of faults', run: () => runSoak(SOAK_MINUTE) };

const values = readArguments({
  only: { type: 'string' },
  browser: { type: 'string' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});

const PARTS = ['check', 'unit', 'browser'];

if (values.help) console.log(HELP);
else if (values.only !== undefined && !PARTS.includes(values.only)) refuse('--only', PARTS);
else if (!BROWSERS.some((kind) => kind === (values.browser ?? kind))) refuse('--browser', BROWSERS);
else await runStages(values.only);

function refuse(option: string, choices: readonly string[]): void {
  console.error(`${option} takes one of ${choices.join(', ')}.`);
  process.exitCode = 1;
}

async function runStages(only: string | undefined): Promise<void> {
  if (values.all) process.env['ALL_SPECS'] = 'yes';
  let total = NOTHING;
  for (const lanes of rounds(only)) {
    const tallies = await Promise.all(lanes.map(runLane));
    total = tallies.reduce(addTallies, total);
    if (total.failed > 0) break;
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(`\n${formatTally(total)}`);
}

/** What runs one after the other, and the lanes that run beside each other in it. */
function rounds(only: string | undefined): Lane[][] {
  const isWanted = (part: string): boolean => part === (only ?? part);
  const kinds = BROWSERS.filter((kind) => kind === (values.browser ?? kind));
  return [
    // Types, tests and builds need the files that WXT generates.
    [[{ title: 'Preparing WXT', run: () => runTool('wxt', ['prepare']) }]],
    [
      isWanted('unit') ? UNIT_TESTS : [],
      [...(isWanted('check') ? CHECKS : []), ...(isWanted('browser') ? buildStages(kinds) : [])],
    ],
    [isWanted('browser') ? [specsIn(kinds)] : []],
    // Runs alone, because its limits are a few seconds.
    [isWanted('browser') && kinds.includes('chromium') ? [SOAK] : []],
  ];
}

/** Runs the stages up to the first that fails. */
async function runLane(lane: Lane): Promise<Tally> {
  let total = NOTHING;
  for (const stage of lane) {
    console.log(`\n── ${stage.title}`);
    const startedAt = performance.now();
    const tally = await runStage(stage);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.log(`\n${stage.title}: ${tally.failed > 0 ? 'failed' : 'done'} after ${seconds} s.`);
    total = addTallies(total, tally);
    if (tally.failed > 0) break;
  }
  return total;
}

// A stage that throws counts as one failure.
async function runStage({ run }: Stage): Promise<Tally> {
  try {
    return (await run()) ?? NOTHING;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { ...NOTHING, failed: 1 };
  }
}

function buildStages(kinds: readonly BrowserKind[]): Lane {
  return [
    {
      title: 'Browsers',
      run: async () => {
        for (const kind of kinds) console.log((await provideBrowser(kind)).path);
      },
    },
    ...kinds.map((kind): Stage => ({
      title: `Build for ${kind}`,
      run: async () => {
        for (const language of [undefined, ...TESTED_LANGUAGES]) {
          console.log(await buildExtension(kind, language));
        }
      },
    })),
    ...(kinds.includes('firefox') ? [LINT] : []),
  ];
}

function specsIn(kinds: readonly BrowserKind[]): Stage {
  return {
    title: `The extension in ${kinds.join(' and ')}`,
    run: () =>
      runVitest(
        'tests/browser/vitest.config.ts',
        kinds.map((kind) => `--project=${kind}`),
      ),
  };
}
