import { describe, expect, it } from 'vitest';
import { growthChart } from '../../bench/growth-chart.ts';

const curve = (label: string, ...ms: number[]) => ({
  label,
  points: ms.map((value, decade) => ({ feeds: 10 ** decade, ms: value })),
});

describe('growthChart', () => {
  it('draws one line per curve, straight if the cost is proportional to the feeds', () => {
    const svg = growthChart([curve('linear', 0.1, 1, 10, 100), curve('flat', 5, 5, 5, 5)]);
    const [linear, flat] = pointsOf(svg);
    const steps = linear!.slice(1).map(({ y }, index) => y - linear![index]!.y);
    for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 0);
    expect(steps[0]).toBeLessThan(0);
    expect(new Set(flat!.map(({ y }) => y)).size).toBe(1);
  });

  it('keeps every point within the image', () => {
    for (const line of pointsOf(growthChart([curve('wide', 0.0003, 7, 90_000)]))) {
      for (const { x, y } of line) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(720);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(400);
      }
    }
  });

  it('escapes labels', () => {
    expect(growthChart([curve('<script>&', 1, 2)])).toContain('&lt;script>&amp;');
  });

  it('moves labels apart if their curves end at the same height', () => {
    const svg = growthChart([curve('one', 1, 5), curve('two', 2, 5), curve('three', 3, 5)]);
    const heights = [...svg.matchAll(/y="([\d.]+)" font-size="10"/g)].map(([, y]) => Number(y));
    expect(heights).toHaveLength(3);
    expect(heights[1]! - heights[0]!).toBeGreaterThanOrEqual(12);
    expect(heights[2]! - heights[1]!).toBeGreaterThanOrEqual(12);
  });
});

function pointsOf(svg: string): { x: number; y: number }[][] {
  return [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return { x, y };
    }),
  );
}
