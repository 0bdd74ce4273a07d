import { describe, expect, it } from 'vitest';
import { BenchUsageError, parseBenchOptions } from '../../bench/options.ts';

describe('parseBenchOptions', () => {
  it('measures everything for ten minutes of memory where nothing is said', () => {
    expect(parseBenchOptions([])).toEqual({
      only: undefined,
      quick: false,
      minutes: 10,
      build: true,
      list: false,
      help: false,
    });
  });

  it('takes a pattern in any case', () => {
    expect(parseBenchOptions(['--only', 'POPUP|size']).only?.test('size-popup')).toBe(true);
  });

  it('watches memory for a shorter time when quick, unless told', () => {
    expect(parseBenchOptions(['--quick']).minutes).toBeLessThan(10);
    expect(parseBenchOptions(['--quick', '--minutes', '4']).minutes).toBe(4);
  });

  it.each([[['--minutes', '1']], [['--minutes', 'x']], [['--only', '(']], [['--nonsense']]])(
    'refuses %o',
    (args) => {
      expect(() => parseBenchOptions(args)).toThrow(BenchUsageError);
    },
  );
});
