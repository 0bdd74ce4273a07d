import { expect, it } from 'vitest';
import { distanceFrom } from '@/lib/domain/prices/early-late.ts';

it('a price is early or late from 61 s on, by its distance from the time asked for', () => {
  const time = 1_795_219_200;
  expect(distanceFrom(time, time)).toBeNull();
  expect(distanceFrom(time, time + 60)).toBeNull();
  expect(distanceFrom(time, time - 60)).toBeNull();
  expect(distanceFrom(time, time + 61)).toEqual({ when: 'late', seconds: 61 });
  expect(distanceFrom(time, time - 3_600)).toEqual({ when: 'early', seconds: 3_600 });
});
