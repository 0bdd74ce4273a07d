import '../tools/english.ts';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeStorePictures } from '../pictures/store-pictures.ts';
import { ROOT } from '../tools/build.ts';
import { lintFirefoxBuild } from '../tools/lint-firefox.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { exitCodeOf, exitCodeOfTool } from '../tools/run-tool.ts';
import { writeNotes } from './changelog.ts';
import { writeListings } from './listing.ts';
import {
  buildPackages,
  packageFile,
  rebuild,
  RELEASE,
  VERSION,
  writeChecksums,
} from './packages.ts';

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

/** Each step returns what it found, or fails by throwing. */
const STEPS = {
  'Version and changelog': writeNotes,
  ...(values.tested ? {} : { 'All tests in both browsers': testAll }),
  Packages: buildPackages,
  'Lint of addons.mozilla.org': lint,
  'Built again from the source code alone': rebuild,
  'Bill of materials': writeBillOfMaterials,
  'Texts for the stores': writeListings,
  'Pictures for the stores': async () => (await takeStorePictures('en')).join('\n  '),
  Checksums: writeChecksums,
};

if (values.help) console.log(HELP);
else if (!((await runSteps(STEPS)) && (await runSteps({ Stores: submit })))) process.exitCode = 1;

/** Runs every step, even after a failure, so that one run shows everything that is missing. */
async function runSteps(steps: Record<string, () => Promise<string>>): Promise<boolean> {
  const lines: string[] = [];
  let areAllDone = true;
  for (const [title, run] of Object.entries(steps)) {
    console.log(`\n── ${title}`);
    try {
      lines.push(`✓ ${title}: ${await run()}`);
    } catch (error) {
      areAllDone = false;
      lines.push(`✗ ${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`\n${lines.join('\n')}`);
  return areAllDone;
}

/** Also what `npm test` runs in Chromium alone. */
async function testAll(): Promise<string> {
  const code = await exitCodeOf(['tests/tools/run.mjs', 'tests/tools/test.ts', '--all']);
  if (code !== 0) throw new Error('some failed, see above');
  return 'passed';
}

async function lint(): Promise<string> {
  const { failed } = await lintFirefoxBuild();
  if (failed > 0) throw new Error(`${failed} unexpected, see above`);
  return 'nothing but the expected warnings';
}

/** What the extension depends on. Each package lists itself what it contains. */
async function writeBillOfMaterials(): Promise<string> {
  const name = `pricelight-${VERSION}-sbom.cdx.json`;
  // npm is a .cmd file on Windows, which only a shell starts.
  const options = { cwd: ROOT, shell: process.platform === 'win32' };
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  await writeFile(join(RELEASE, name), execFileSync('npm', args, options));
  return name;
}

/** Submits the packages to the stores whose keys are in the environment. */
async function submit(): Promise<string> {
  const { CHROME_EXTENSION_ID, EDGE_PRODUCT_ID, FIREFOX_EXTENSION_ID } = process.env;
  const sources = ['--firefox-sources-zip', packageFile('sources')];
  // The workflow sets missing secrets to an empty text.
  const packages = [
    CHROME_EXTENSION_ID && ['--chrome-api-version', 'v2', '--chrome-zip', packageFile('chrome')],
    EDGE_PRODUCT_ID && ['--edge-zip', packageFile('edge')],
    FIREFOX_EXTENSION_ID && ['--firefox-zip', packageFile('firefox'), ...sources],
  ].filter(Array.isArray);
  if (packages.length === 0) return 'none, because no keys are in the environment';
  const dryRun = values['dry-run'] ? ['--dry-run'] : [];
  const code = await exitCodeOfTool('wxt', ['submit', ...dryRun, ...packages.flat()]);
  if (code !== 0) throw new Error(`wxt submit ended with exit code ${code}`);
  return dryRun.length > 0 ? 'keys are valid, nothing submitted' : 'submitted for review';
}
