import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStakeCaps } from '@/lib/domain/stake-caps/stake-caps.ts';

const BEYOND_DOUBLE = 9_007_199_254_740_993n;

describe('stake caps', () => {
  it('keep all their digits beyond 2^53', () => {
    const caps = readStakeCaps([
      { publisher: 'A', cap: String(BEYOND_DOUBLE) },
      { publisher: 'B', cap: '18446744073709551615' },
    ]);
    expect(caps.map(({ cap }) => cap)).toEqual([2n ** 64n - 1n, BEYOND_DOUBLE]);
  });

  it('have publishers whose names can be seen', () => {
    const named = ['Pub\u200B\u202ElisherA', '\u3164', 'x'.repeat(1_000)];
    const caps = readStakeCaps(
      named.map((publisher, place) => ({ publisher, cap: String(9 - place) })),
    );
    const publishers = caps.map(({ publisher }) => publisher);
    expect(publishers).toEqual(['PublisherA', '(no name)', `${'x'.repeat(99)}…`]);
  });

  it('leave out what is no cap', () => {
    const caps = readStakeCaps([
      { publisher: 'A', cap: '0' },
      { publisher: 'B', cap: '-1' },
      { publisher: 'C', cap: '1e3' },
    ]);
    expect(caps).toEqual([{ publisher: 'A', cap: 0n }]);
  });

  it('are in order, the largest first, whatever their size, and none is lost', () => {
    const answered = fc.array(
      fc.record({
        publisher: fc.string(),
        cap: fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
      }),
    );
    fc.assert(
      fc.property(answered, (list) => {
        const caps = readStakeCaps(list);
        expect(caps).toHaveLength(list.length);
        for (const [place, { cap, publisher }] of caps.slice(1).entries()) {
          const before = caps[place]!;
          expect(before.cap >= cap).toBe(true);
          if (before.cap === cap) expect(before.publisher <= publisher).toBe(true);
        }
      }),
    );
  });
});
