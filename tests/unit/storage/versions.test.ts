import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isMap } from '@/lib/base/is-map.ts';
import type { Migration } from '@/lib/base/migrate.ts';
import { NewerVersionError } from '@/lib/storage/storage-write-error.ts';
import { stored } from '@/lib/storage/stored.ts';
import { withVersion } from '@/lib/storage/versioned.ts';
import { z } from '@/lib/base/zod.ts';

const toVersion2: Migration = (old) => {
  if (!isMap(old)) return old;
  const { colour, ...others } = old;
  return { ...others, color: colour };
};

// Fails for a damaged value, as a careless migration would.
const toVersion3: Migration = (old) => {
  const { color, width } = old as { color: string; width: number };
  return { color: color.toLowerCase(), size: width };
};

const fallback = { color: 'black', size: 1 };

const pen = stored('local:pen', {
  schema: z.object({ color: z.string(), size: z.number() }),
  fallback,
  migrations: [toVersion2, toVersion3],
});

const { local } = fakeBrowser.storage;

describe('a value of an earlier version', () => {
  it.each([
    ['1, stored without a version', { colour: 'Red', width: 3 }],
    ['2', withVersion({ color: 'Red', width: 3 }, 2)],
    ['3, the current one', withVersion({ color: 'red', size: 3 }, 3)],
  ])('of version %s keeps what the user chose', async (_, raw) => {
    await local.set({ pen: raw });
    expect(await pen.getValue()).toEqual({ color: 'red', size: 3 });
    // Reading writes nothing: several pages may read at the same time.
    expect(await local.get('pen')).toEqual({ pen: raw });
  });

  it('is stored with its version once it changes', async () => {
    await local.set({ pen: { colour: 'Red', width: 3 } });
    await pen.update((value) => ({ ...value, size: 4 }));
    expect(await local.get('pen')).toEqual({
      pen: { $version: 3, value: { color: 'red', size: 4 } },
    });
    expect(await pen.getValue()).toEqual({ color: 'red', size: 4 });
  });

  it('is announced as the value before, in the current shape', async () => {
    await local.set({ pen: { colour: 'Red', width: 3 } });
    const heard: unknown[] = [];
    onTestFinished(pen.watch((value, before) => heard.push([value, before])));
    await pen.setValue({ color: 'blue', size: 5 });
    expect(heard).toEqual([
      [
        { color: 'blue', size: 5 },
        { color: 'red', size: 3 },
      ],
    ]);
  });

  it.each([
    ['one field', { colour: 'Red', width: 'wide' }, { color: 'red', size: 1 }],
    ['a field that the migration needs', { colour: 7, width: 3 }, fallback],
    ['everything', ['x'], fallback],
    ['its version', { $version: 'x', value: { color: 'red', size: 3 } }, fallback],
    ['what is stored with its version', { $version: 2 }, fallback],
  ])('if %s is damaged, keeps the rest', (_, raw, value) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    expect(pen.parse(raw)).toEqual(value);
  });
});

describe('a value of a newer version, after a downgrade', () => {
  const newer = withVersion({ colors: ['red', 'blue'] }, 4);

  it('counts as missing', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await local.set({ pen: newer });
    expect(await pen.getValue()).toEqual(fallback);
    expect(pen.migrate(newer)).toBeUndefined();
  });

  it('is not changed in part, so that an update finds it again', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    await local.set({ pen: newer });
    await pen.update((value) => value);
    const change = pen.update((value) => ({ ...value, size: 4 }));
    await expect(change).rejects.toThrow(NewerVersionError);
    expect(await local.get('pen')).toEqual({ pen: newer });
  });

  it('is replaced by a complete new value', async () => {
    await local.set({ pen: newer });
    await pen.setValue({ color: 'green', size: 2 });
    expect(await pen.getValue()).toEqual({ color: 'green', size: 2 });
  });

  it('is not misread by a release that knows no versions', () => {
    const old = stored('local:pen', {
      schema: z.object({ color: z.string() }),
      fallback: { color: 'black' },
    });
    expect(old.parse(pen.entry({ color: 'red', size: 3 })['pen'])).toEqual({ color: 'black' });
  });
});
