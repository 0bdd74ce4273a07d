import { describe, expect, it, vi } from 'vitest';
import { readPastPrice } from '@/lib/domain/history/past-price.ts';
import { readSpark } from '@/lib/domain/history/spark.ts';
import type { Declaration, StorageKey, StoredItem } from '@/lib/storage/stored.ts';
import { TABLE } from '@/lib/storage/table.ts';
import { withVersion } from '@/lib/storage/versioned.ts';
import { describeSchema } from './describe-schema.ts';
import { SHAPES } from './shapes/all.ts';
import { REFERENCES, SPARKLINES } from './shapes/history.ts';

interface Declared {
  location: StorageKey;
  item: StoredItem<unknown>;
  declaration: Declaration<unknown>;
}

const declared = vi.hoisted((): Declared[] => []);

// Every declaration passes through here, even that of an item that no module exports.
vi.mock('@/lib/storage/stored.ts', async (original) => {
  const real = await original<typeof import('@/lib/storage/stored.ts')>();
  const stored = (location: StorageKey, declaration: Declaration<unknown>) => {
    const item = real.stored(location, declaration);
    declared.push({ location, item, declaration });
    return item;
  };
  return { ...real, stored };
});
import.meta.glob('/lib/storage/values/*.ts', { eager: true });

it('there are examples of every stored value, and of no other', () => {
  expect(Object.keys(SHAPES)).toEqual(declared.map(({ location }) => location).toSorted());
});

it('every declaration is in the table, once', () => {
  const inTable = TABLE.map(({ area, key }) => `${area}:${key}`);
  expect(inTable.toSorted()).toEqual(declared.map(({ location }) => location).toSorted());
  expect(new Set(inTable).size).toBe(inTable.length);
});

it('stored values are declared only in lib/storage, where these tests find them', () => {
  const sources = import.meta.glob<string>('/{lib,components,entrypoints}/**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const users = Object.keys(sources).filter((path) =>
    /^import .*\bstored\b.*\/stored\.ts'/m.test(sources[path] ?? ''),
  );
  expect(users.filter((path) => !path.startsWith('/lib/storage/'))).toEqual([]);
});

const NEARLY_FITTING: readonly unknown[] = [
  {},
  [],
  ['text'],
  null,
  'text',
  { a: 1 },
  { a: 'text', b: null },
  { a: {}, b: [] },
  { a: { symbol: 'BTC' }, b: { symbol: 1 } },
  { a: { isConfirmed: true } },
  { a: { isConfirmed: true, claim: 'text' } },
  { a: { isConfirmed: true, claim: { symbol: 1 } } },
];

describe.each(declared)('$location', ({ location, item, declaration }) => {
  const { schema, migrations = [] } = declaration;
  const versions = SHAPES[location] ?? [];
  const current = versions.at(-1);

  it('has an example of each version', () => {
    expect(versions).toHaveLength(migrations.length + 1);
  });

  it.each(versions.map((value, index) => [index + 1, value]))(
    'stored by version %d keeps all its parts',
    (version, value) => {
      const migrated = item.migrate(withVersion(deepFrozen(value), version));
      expect(migrated).toEqual(current);
      // Not with `item.parse`: it would replace what does not fit.
      expect(schema.parse(migrated)).toEqual(current);
    },
  );

  it('is stored as its current version', () => {
    expect(item.parse(item.entry(current)[item.key])).toEqual(current);
  });

  // Browsers empty session storage at an update, so its values never meet another version.
  if (item.area === 'session') return;
  it('has the schema', () => {
    expect(
      describeSchema(schema),
      'The schema has changed. Append a migration and an example; or update this snapshot, if ' +
        'every stored value still fits.',
    ).toMatchSnapshot(`version ${versions.length}`);
  });
});

it.each(declared.filter(({ declaration }) => declaration.isFit))(
  'the fast check of $location accepts only what fits',
  ({ location, declaration: { schema, isFit } }) => {
    expect(isFit?.(SHAPES[location]?.at(-1))).toBe(true);
    for (const value of NEARLY_FITTING) {
      if (isFit?.(value)) expect(schema.parse(value)).toEqual(value);
    }
  },
);

it('the examples of past prices and sparklines can be read', () => {
  for (const text of Object.values(REFERENCES)) expect(readPastPrice(text)).not.toBeNull();
  for (const text of Object.values(SPARKLINES)) expect(readSpark(text, 'a1b2')).not.toBeNull();
});

function deepFrozen<T>(value: T): T {
  if (value instanceof Object) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}
