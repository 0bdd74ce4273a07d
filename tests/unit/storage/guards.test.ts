import { describe, expect, it, vi } from 'vitest';
import {
  serviceProblemSchema,
  type ServiceProblem,
} from '@/lib/domain/connection/service-problem.ts';
import type { StoredFormat } from '@/lib/storage/parse-stored.ts';
import { isStoredPrice } from '@/lib/storage/values/prices.ts';
import { SCHEMAS } from '@/lib/storage/schemas.ts';
import { isServiceProblem } from '@/lib/storage/service-problem-guard.ts';
import type { StorageKey } from '@/lib/storage/stored-item.ts';
import { isMap } from '@/lib/base/is-map.ts';
import { PRICE } from './shapes/prices.ts';
import { SHAPES } from './shapes/all.ts';

const formats = vi.hoisted(() => new Map<string, StoredFormat<unknown>>());

vi.mock('@/lib/storage/stored-item.ts', async (original) => {
  const real = await original<typeof import('@/lib/storage/stored-item.ts')>();
  const defineStoredItem = (location: StorageKey, format: StoredFormat<unknown>) => {
    formats.set(location, format);
    return real.defineStoredItem(location, format);
  };
  return { ...real, defineStoredItem };
});
import.meta.glob('/lib/storage/values/*.ts', { eager: true });

const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  Number.NaN,
  Infinity,
  2 ** 60,
  '',
  'x',
  '__proto__',
  '1 ',
  '1\n',
  ' name',
  'a\u200Bb',
  'x'.repeat(61),
  'F'.repeat(64),
  `${'f'.repeat(64)}\n`,
  [],
  [null],
  ['a'.repeat(64), 'a'.repeat(64)],
  Array.from({ length: 1_001 }, (_, index) => index.toString(16).padStart(64, '0')),
  {},
  { a: 1 },
  JSON.parse('{"__proto__":"x","b":"y"}'),
  new Date(0),
];

// This example contains a problem of a signature, most of whose many forms have no guard.
const WITH_A_PROBLEM = ['session:failedChecks'];

const SERVICE_PROBLEMS: readonly ServiceProblem[] = [
  { code: 'token-needed' },
  { code: 'http-status', status: 503 },
  { code: 'not-covered', isOneFeed: true },
  { code: 'no-prices', reason: 'no-data' },
];

const guarded = [
  ...[...formats].flatMap(([location, { looksRight, schema }]) =>
    looksRight && typeof schema === 'function'
      ? [{ location, looksRight, schema: schema(SCHEMAS), example: SHAPES[location]?.at(-1) }]
      : [],
  ),
  { location: 'a price', looksRight: isStoredPrice, schema: SCHEMAS.price, example: PRICE },
  ...SERVICE_PROBLEMS.map((example) => ({
    location: `the problem ${example.code}`,
    looksRight: isServiceProblem,
    schema: serviceProblemSchema,
    example,
  })),
];

describe.each(guarded)('$location', ({ location, looksRight, schema, example }) => {
  it('needs no schema if it is as the current version stores it', () => {
    expect(looksRight(example)).toBe(!WITH_A_PROBLEM.includes(location));
  });

  it('looks right only if the schema would not change it', () => {
    for (const value of [...HOSTILE, ...variantsOf(example)]) {
      if (looksRight(value))
        expect(schema.safeParse(value)).toEqual({ success: true, data: value });
    }
  });
});

/** The value with each of its parts, at any depth, missing, added or replaced. */
function variantsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => [
      ...[...HOSTILE, ...variantsOf(entry)].map((other) => value.with(index, other)),
      value.toSpliced(index, 1),
      [...value, entry],
    ]);
  }
  if (!isMap(value)) return [];
  return [
    { ...value, added: 'x' },
    ...Object.entries(value).flatMap(([key, part]) => {
      const { [key]: _, ...others } = value;
      return [
        others,
        ...[...HOSTILE, ...variantsOf(part)].map((other) => ({ ...value, [key]: other })),
      ];
    }),
  ];
}
