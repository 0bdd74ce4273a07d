import type { HistoryAnswer } from './dialect.ts';

/** Falsifies a response. */
export type Lie = (answer: HistoryAnswer) => HistoryAnswer;

/** Replaces the last figure of a list. */
function lastOf(key: 't' | 'o' | 'h' | 'l' | 'c', text: string): Lie {
  return (answer) => ({ ...answer, [key]: [...(answer[key] ?? []).slice(0, -1), text] });
}

/** Lists of the response, changed. */
function eachList(change: (list: string[]) => string[]): Lie {
  return (answer) =>
    Object.assign(
      { ...answer },
      ...Object.entries(answer).map(([key, value]) =>
        Array.isArray(value) ? { [key]: change(value) } : {},
      ),
    );
}

function shiftedBy(seconds: number): Lie {
  return (answer) => ({ ...answer, t: (answer.t ?? []).map((t) => String(Number(t) + seconds)) });
}

/** Falsehoods by name. */
export const LIES = {
  'ten times the price': (answer) => ({
    ...answer,
    ...Object.fromEntries(
      (['o', 'h', 'l', 'c'] as const).map((key) => [
        key,
        (answer[key] ?? []).map((text) => `${text}e1`),
      ]),
    ),
  }),
  'backward order': eachList((list) => list.toReversed()),
  'each bar twice': eachList((list) => [...list, ...list]),
  'a day in the future': shiftedBy(86_400),
  'a year in the past': shiftedBy(-365 * 86_400),
  'one close too few': (answer) => ({ ...answer, c: (answer.c ?? []).slice(1) }),
  'one low too many': (answer) => ({ ...answer, l: [...(answer.l ?? []), '1'] }),
  'high and low swapped': (answer) => ({
    ...answer,
    ...(answer.l ? { h: answer.l } : {}),
    ...(answer.h ? { l: answer.h } : {}),
  }),
  'an infinite high': lastOf('h', '1e999'),
  'an absurd high': lastOf('h', `9${'0'.repeat(90)}`),
  'a tiny low': lastOf('l', '1e-300'),
  'no close': lastOf('c', 'null'),
  'a close in words': lastOf('c', '"a lot"'),
  'a close that is a list': lastOf('c', '[1]'),
  'half a second': lastOf('t', '1790000000.5'),
  'a time beyond any date': lastOf('t', '9e30'),
} satisfies Record<string, Lie>;

export type LieName = keyof typeof LIES;
