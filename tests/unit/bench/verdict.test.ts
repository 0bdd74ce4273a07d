import { describe, expect, it } from 'vitest';
import { toRow } from '../../bench/row.ts';
import { summarize } from '../../bench/statistics.ts';
import { judge, type Budget } from '../../bench/verdict.ts';

const AT_MOST_2: Budget = { of: 'figure', kind: 'at most', limit: 2 };
const AT_LEAST_55: Budget = { of: 'figure', kind: 'at least', limit: 55 };

describe('judge', () => {
  it.each([
    ['below the limit', [1, 1.5, 1.9], 'holds'],
    ['exactly at the limit', [2, 2, 2], 'holds'],
    ['with an outlier', [1, 1.5, 1.9, 1.9, 90], 'holds'],
    ['with a median above and a quartile below', [1, 1.9, 2.1, 2.5, 3], 'close'],
    ['with both above', [1, 2.4, 2.5, 2.6, 2.7], 'missed'],
    ['with one sample above', [2.01], 'missed'],
  ] as const)('at most, %s', (_, samples, verdict) => {
    expect(judge(summarize(samples), AT_MOST_2)).toBe(verdict);
  });

  it.each([
    ['above the limit', [60, 60, 59], 'holds'],
    ['exactly at the limit', [55], 'holds'],
    ['with a median below and a quartile above', [50, 54, 54, 56, 57], 'close'],
    ['with both below', [40, 50, 54, 54, 60], 'missed'],
  ] as const)('at least, %s', (_, samples, verdict) => {
    expect(judge(summarize(samples), AT_LEAST_55)).toBe(verdict);
  });
});

describe('toRow', () => {
  const measured = {
    name: 'load',
    what: 'a page',
    unit: 'ms',
    samples: [30, 40],
    reference: { what: 'another', samples: [20, 20] },
  };

  it('compares the ratio if the budget is for the ratio', () => {
    const row = toRow(measured, { load: { of: 'ratio', kind: 'at most', limit: 1.4 } });
    expect(row.ratio).toMatchObject({ median: 1.75 });
    expect(row.verdict).toBe('missed');
  });

  it('compares the figure itself if the budget is for the figure', () => {
    const row = toRow(measured, { load: { of: 'figure', kind: 'at most', limit: 35 } });
    expect(row.verdict).toBe('holds');
  });

  it('has no verdict without a budget', () => {
    expect(toRow(measured, {})).toMatchObject({ budget: null, verdict: null });
  });

  it('has no verdict if the run was too short, and still shows the budget', () => {
    const budget = { of: 'figure', kind: 'at most', limit: 1 } as const;
    const row = toRow({ ...measured, isJudged: false }, { load: budget });
    expect(row).toMatchObject({ budget, verdict: null });
  });

  it('rejects a ratio budget without a reference', () => {
    const { reference: _, ...alone } = measured;
    const budgets = { load: { of: 'ratio', kind: 'at most', limit: 1 } as const };
    expect(() => toRow(alone, budgets)).toThrow(TypeError);
  });
});
