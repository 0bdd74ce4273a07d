import { describe, expect, it } from 'vitest';
import { faultsOf, playAbsence, shownIn } from './absences.ts';

const RUNS = Number(process.env['ABSENCES'] ?? 80);
const FIRST = Number(process.env['ABSENCES_FROM'] ?? 0);

describe('looking into an absence', () => {
  it('finds or mentions every crossing that a candle shows, and fires only what happened', () => {
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      const played = playAbsence(seed);
      expect(played ? faultsOf(played) : [], `seed ${seed}`).toEqual([]);
    }
  }, 1_200_000);

  it('does not lose a crossing in the minute in which a cooldown ends', () => {
    const played = playAbsence(6_858);
    expect(played && shownIn(played)).toHaveLength(1);
    expect(played && faultsOf(played)).toEqual([]);
  });
});
