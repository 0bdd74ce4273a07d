import './english.ts';
import { findBrowser, type BrowserKind } from './browsers.ts';
import { buildExtension, TESTED_LANGUAGES } from './build.ts';
import { runSoak } from '../soak/run-soak.ts';
import { lintFirefoxBuild } from './lint-firefox.ts';
import { readArguments } from './read-arguments.ts';
import { runTool } from './run-tool.ts';
import { addTallies, formatTally, NOTHING, runVitest, type Tally } from './tally.ts';

const HELP = `npm test -- [options]

Checks the types, the style and the format, runs the unit and component tests, then the built
extension in real browsers, with a minute of \`npm run soak\` and the linter that
addons.mozilla.org uses. Stops at the first part that fails.

  --only PART      check, unit or browser
  --browser NAME   chromium or firefox; default: both
  --help           this text`;

const BROWSERS: readonly BrowserKind[] = ['chromium', 'firefox'];

// Any seed gives every check something that could break it; a fixed one makes failures repeatable.
const SOAK_MINUTE = { seconds: 60, seed: 1, log: console.log };

interface Stage {
  title: string;
  /** Fails by throwing, or by returning failed tests. */
  run: () => Promise<Tally | void>;
}

const LINT: Stage = { title: 'Lint of the build for firefox', run: lintFirefoxBuild };
const SOAK: Stage = { title: 'A minute of faults', run: () => runSoak(SOAK_MINUTE) };

const values = readArguments({
  only: { type: 'string' },
  browser: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
});

const PARTS: Record<string, () => Stage[]> = {
  check: checkStages,
  unit: unitStages,
  browser: () => browserStages(BROWSERS.filter((kind) => kind === (values.browser ?? kind))),
};

if (values.help) console.log(HELP);
else if (values.only !== undefined && !(values.only in PARTS)) refuse('--only', Object.keys(PARTS));
else if (!BROWSERS.some((kind) => kind === (values.browser ?? kind))) refuse('--browser', BROWSERS);
else await runStages(values.only);

function refuse(option: string, choices: readonly string[]): void {
  console.error(`${option} takes one of ${choices.join(', ')}.`);
  process.exitCode = 1;
}

async function runStages(only: string | undefined): Promise<void> {
  const parts = Object.entries(PARTS).filter(([name]) => name === (only ?? name));
  const stages = parts.flatMap(([, stagesOf]) => stagesOf());
  // Types, tests and builds need the files that WXT generates.
  stages.unshift({ title: 'Preparing WXT', run: () => runTool('wxt', ['prepare']) });
  let total = NOTHING;
  for (const stage of stages) {
    console.log(`\n── ${stage.title}`);
    const tally = await runStage(stage);
    total = addTallies(total, tally);
    if (tally.failed > 0) {
      console.log(`\n${stage.title}: failed.`);
      process.exitCode = 1;
      break;
    }
  }
  console.log(`\n${formatTally(total)}`);
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

function checkStages(): Stage[] {
  return [
    { title: 'Types', run: () => runTool('typescript', ['--noEmit'], 'tsc') },
    { title: 'Lint', run: () => runTool('oxlint', []) },
    { title: 'Format', run: () => runTool('oxfmt', ['--check']) },
  ];
}

function unitStages(): Stage[] {
  return [
    { title: 'Unit and component tests', run: () => runVitest('tests/vitest.config.ts', []) },
  ];
}

function browserStages(kinds: readonly BrowserKind[]): Stage[] {
  return [
    {
      title: 'Browsers',
      run: async () => {
        for (const kind of kinds) console.log(findBrowser(kind, { install: true }).path);
        await Promise.resolve();
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
    {
      title: `The extension in ${kinds.join(' and ')}`,
      run: () =>
        runVitest(
          'tests/browser/vitest.config.ts',
          kinds.map((kind) => `--project=${kind}`),
        ),
    },
    // Alone, because its limits are of seconds.
    ...(kinds.includes('chromium') ? [SOAK] : []),
  ];
}
