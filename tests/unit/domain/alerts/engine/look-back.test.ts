import { describe, expect, it } from 'vitest';
import { faultsOf, playAbsence, shownIn } from './absences.ts';

const RUNS = Number(process.env['ABSENCES'] ?? 80);
const FIRST = Number(process.env['ABSENCES_FROM'] ?? 0);

describe('looking into an absence', () => {
  it('finds or mentions every crossing that a candle shows, and fires only what happened', () => {
    const table = { absences: 0, crossed: 0, proven: 0, mentioned: 0, lookups: 0 };
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const played = playAbsence(seed);
      if (!played) continue;
      expect(faultsOf(played), `seed ${seed}`).toEqual([]);
      table.absences += 1;
      table.lookups += played.asked.length;
      if (shownIn(played).length === 0) continue;
      table.crossed += 1;
      table[played.firings.length > 0 ? 'proven' : 'mentioned'] += 1;
    }
    if (process.env['ABSENCES']) console.log(table);
  }, 1_200_000);

  it.each([
    ['in the minute in which a cooldown ends', 6_858],
    ['whose confirmation began before', 9_167],
    ['back within the minute of another one', 8_734],
  ])('does not lose a crossing %s', (_, seed) => {
    const played = playAbsence(seed);
    expect(played && shownIn(played)).not.toEqual([]);
    expect(played && faultsOf(played)).toEqual([]);
  });
});
