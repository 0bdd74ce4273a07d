import { exitCodeOfTool } from '../tools/run-tool.ts';
import { packageFile } from './packages.ts';
import { SkipError, type Step } from './steps.ts';

interface Store {
  title: string;
  /** The environment variable that is set if the store's keys are; `wxt submit --help` has all. */
  key: string;
  args: () => string[];
}

const STORES: readonly Store[] = [
  {
    title: 'Chrome Web Store',
    key: 'CHROME_EXTENSION_ID',
    args: () => ['--chrome-api-version', 'v2', '--chrome-zip', packageFile('chrome')],
  },
  {
    title: 'Edge Add-ons',
    key: 'EDGE_PRODUCT_ID',
    args: () => ['--edge-zip', packageFile('edge')],
  },
  {
    title: 'addons.mozilla.org',
    key: 'FIREFOX_EXTENSION_ID',
    args: () => [
      '--firefox-zip',
      packageFile('firefox'),
      '--firefox-sources-zip',
      packageFile('sources'),
    ],
  },
];

/** Submits the packages to the stores whose keys are in the environment. */
export function submitSteps({ isDryRun }: { isDryRun: boolean }): Step[] {
  return STORES.map(({ title, key, args }) => ({
    title,
    async run() {
      // The workflow sets missing secrets to an empty text.
      if (!process.env[key]) throw new SkipError(`no keys, ${key} is not set`);
      const code = await exitCodeOfTool('wxt', [
        'submit',
        ...(isDryRun ? ['--dry-run'] : []),
        ...args(),
      ]);
      if (code !== 0) throw new Error(`wxt submit ended with exit code ${code}`);
      return isDryRun ? 'keys are valid, nothing submitted' : 'submitted for review';
    },
  }));
}
