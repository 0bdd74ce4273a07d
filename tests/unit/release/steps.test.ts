import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runSteps, SkipError, type Step } from '../../release/steps.ts';

let printed: string[] = [];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const DONE: Step = { title: 'Package', run: async () => '818 kB' };
const FAILED: Step = {
  title: 'Size',
  run: () => Promise.reject(new Error('too large')),
};
const SKIPPED: Step = {
  title: 'Audit',
  run: () => Promise.reject(new SkipError('offline')),
};

it('runs the steps after one that failed, and lists them all', async () => {
  expect(await runSteps([FAILED, SKIPPED, DONE])).toBe(false);
  expect(printed.at(-1)).toBe('\n✗ Size: too large\n– Audit: offline\n✓ Package: 818 kB');
});

it('counts a skipped step as no failure', async () => {
  expect(await runSteps([SKIPPED, DONE])).toBe(true);
});
