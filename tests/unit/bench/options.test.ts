import { describe, expect, it } from 'vitest';
import { BenchUsageError, parseBenchOptions } from '../../bench/options.ts';

describe('parseBenchOptions', () => {
  it('runs all benches with ten minutes of memory by default', () => {
    expect(parseBenchOptions([])).toEqual({
      only: undefined,
      quick: false,
      minutes: 10,
      build: true,
      list: false,
      help: false,
    });
  });

  it('matches patterns case-insensitively', () => {
    expect(parseBenchOptions(['--only', 'POPUP|size']).only?.test('size-popup')).toBe(true);
  });

  it('watches memory for less time with --quick, unless --minutes is given', () => {
    expect(parseBenchOptions(['--quick']).minutes).toBeLessThan(10);
    expect(parseBenchOptions(['--quick', '--minutes', '4']).minutes).toBe(4);
  });

  it.each([[['--minutes', '1']], [['--minutes', 'x']], [['--only', '(']], [['--nonsense']]])(
    'rejects %o',
    (args) => {
      expect(() => parseBenchOptions(args)).toThrow(BenchUsageError);
    },
  );
});
