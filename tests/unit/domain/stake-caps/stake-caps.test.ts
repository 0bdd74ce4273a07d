import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimalString } from '../../../../lib/domain/prices/decimal.ts';
import { arrangeStakeCaps, readStakeCaps } from '../../../../lib/domain/stake-caps/stake-caps.ts';

const BEYOND_DOUBLE = 9_007_199_254_740_993n;

describe('stake caps', () => {
  it('keep all their digits beyond 2^53, in the caps and in the total', () => {
    const { caps, total } = readStakeCaps([
      { publisher: 'A', cap: String(BEYOND_DOUBLE) },
      { publisher: 'B', cap: '18446744073709551615' },
    ]);
    expect(caps.map(({ cap }) => cap)).toEqual([BEYOND_DOUBLE, 2n ** 64n - 1n]);
    expect(total).toBe(BEYOND_DOUBLE + 2n ** 64n - 1n);
  });

  it('have publishers whose names can be seen', () => {
    const named = ['Pub\u200B\u202ElisherA', '\u3164', 'x'.repeat(1_000)];
    const { caps } = readStakeCaps(named.map((publisher) => ({ publisher, cap: '1' })));
    const publishers = caps.map(({ publisher }) => publisher);
    expect(publishers).toEqual(['PublisherA', '(no name)', `${'x'.repeat(99)}…`]);
  });

  it('tell each share of the total in per cent', () => {
    const { caps } = readStakeCaps([
      { publisher: 'A', cap: '1' },
      { publisher: 'B', cap: '2' },
    ]);
    expect(caps.map(({ sharePercent }) => sharePercent && toDecimalString(sharePercent))).toEqual([
      '33.33',
      '66.67',
    ]);
  });

  it('have no share where all are zero, and leave out what is no cap', () => {
    const { caps } = readStakeCaps([
      { publisher: 'A', cap: '0' },
      { publisher: 'B', cap: '-1' },
      { publisher: 'C', cap: '1e3' },
    ]);
    expect(caps).toEqual([{ publisher: 'A', cap: 0n, sharePercent: null }]);
  });

  it('are found by a part of the key in any case', () => {
    const { caps } = readStakeCaps([
      { publisher: 'AbCd', cap: '1' },
      { publisher: 'xyz', cap: '2' },
    ]);
    const found = arrangeStakeCaps(caps, { query: ' BC ', order: 'cap', isReversed: false });
    expect(found.map(({ publisher }) => publisher)).toEqual(['AbCd']);
  });

  it('are in order, whatever their size, and lose none', () => {
    const answered = fc.array(
      fc.record({
        publisher: fc.string(),
        cap: fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
      }),
    );
    fc.assert(
      fc.property(
        answered,
        fc.constantFrom('cap', 'publisher'),
        fc.boolean(),
        (list, order, isReversed) => {
          const { caps } = readStakeCaps(list);
          const arranged = arrangeStakeCaps(caps, { query: '', order, isReversed });
          expect(new Set(arranged)).toEqual(new Set(caps));
          const inOrder = isReversed ? arranged.toReversed() : arranged;
          for (const [place, { cap, publisher }] of inOrder.slice(1).entries()) {
            const before = inOrder[place]!;
            if (order === 'cap') expect(before.cap >= cap).toBe(true);
            else expect(before.publisher <= publisher).toBe(true);
          }
        },
      ),
    );
  });
});
