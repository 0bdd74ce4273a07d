import { describe, expect, it } from 'vitest';
import { alternate } from '../../bench/rounds.ts';

describe('alternate', () => {
  it('alternates the two and which of them comes first', async () => {
    const order: string[] = [];
    const record = (name: string) => () => order.push(name);
    await alternate(record('a'), record('b'), { rounds: 4, warmUp: 0 });
    expect(order.join('')).toBe('abbaabba');
  });

  it('pairs the rounds and leaves out the warm-up', async () => {
    let own = 0;
    let reference = 100;
    const samples = await alternate(
      () => (own += 1),
      () => Promise.resolve((reference += 1)),
      { rounds: 3, warmUp: 2 },
    );
    expect(samples).toEqual({ own: [3, 4, 5], reference: [103, 104, 105] });
  });
});
