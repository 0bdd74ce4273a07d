import { exitCodeOf } from '../tools/run-tool.ts';
import type { Step } from './steps.ts';

/** Also what `npm test` runs in Chromium alone. */
export const TESTS: Step = {
  title: 'All tests in both browsers',
  async run() {
    const code = await exitCodeOf(['tests/tools/run.mjs', 'tests/tools/test.ts', '--all']);
    if (code !== 0) throw new Error('some failed, see above');
    return 'passed';
  },
};
