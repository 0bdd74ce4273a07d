import '../tools/english.ts';
import { lintFirefoxBuild } from '../tools/lint-firefox.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { exitCodeOf } from '../tools/run-tool.ts';
import { AUDIT } from './audit.ts';
import { CHANGELOG } from './changelog.ts';
import { CHECKSUMS } from './checksums.ts';
import { LICENSES } from './licenses.ts';
import { BUILD, PACKAGE_SIZES } from './packages.ts';
import { REBUILD } from './rebuild.ts';
import { SBOM } from './sbom.ts';
import { LISTING } from './store/listing.ts';
import { PICTURES } from './store/pictures.ts';
import { runSteps, type Step } from './steps.ts';
import { submitSteps } from './submit.ts';

const HELP = `npm run release -- [options]

Runs all tests in both browsers, builds everything that the stores need into .output/release and
checks it: the packages, whether the source code alone gives the same package, and the checksums. If
all is well, it submits the packages to the stores whose keys are in the environment (see npx wxt
submit --help). Ends with exit code 1 if anything is missing, too large or wrong.

  --dry-run   submits nothing, but checks the stores' keys
  --tested    leaves the tests out, where they have just passed (npm test -- --all)
  --help      this text`;

const values = readArguments({
  'dry-run': { type: 'boolean' },
  tested: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});

/** Also what `npm test` runs in Chromium alone. */
const TESTS: Step = {
  title: 'All tests in both browsers',
  async run() {
    const code = await exitCodeOf(['tests/tools/run.mjs', 'tests/tools/test.ts', '--all']);
    if (code !== 0) throw new Error('some failed, see above');
    return 'passed';
  },
};

const LINT: Step = {
  title: 'Lint of addons.mozilla.org',
  async run() {
    const { failed } = await lintFirefoxBuild();
    if (failed > 0) throw new Error(`${failed} unexpected, see above`);
    return 'nothing but the expected warnings';
  },
};

const STEPS: readonly Step[] = [
  CHANGELOG,
  ...(values.tested === true ? [] : [TESTS]),
  BUILD,
  ...PACKAGE_SIZES,
  LINT,
  REBUILD,
  LICENSES,
  SBOM,
  AUDIT,
  LISTING,
  PICTURES,
  CHECKSUMS,
];

if (values.help) console.log(HELP);
else if (!(await release(values['dry-run'] === true))) process.exitCode = 1;

async function release(isDryRun: boolean): Promise<boolean> {
  return (await runSteps(STEPS)) && runSteps(submitSteps({ isDryRun }));
}
