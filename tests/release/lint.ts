import { lintFirefoxBuild } from '../tools/lint-firefox.ts';
import type { Step } from './steps.ts';

export const LINT: Step = {
  title: 'Lint of addons.mozilla.org',
  async run() {
    const { failed } = await lintFirefoxBuild();
    if (failed > 0) throw new Error(`${failed} unexpected, see above`);
    return 'nothing but the expected warnings';
  },
};
