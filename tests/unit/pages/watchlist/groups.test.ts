import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitName } from '@/lib/base/text/fit-name.ts';
import {
  createGroup,
  deleteGroup,
  insertGroup,
  moveBefore,
  renameGroup,
  replaceId,
  restoreGroup,
  restoreMember,
  setMembership,
  shiftGroup,
  withReplacedFeed,
} from '@/lib/pages/watchlist/groups.ts';
import { groups, rowNames } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';

const id = (n: number): string => String(n).padStart(64, '0');
const [A, B, C] = [id(1), id(2), id(3)];

const group = (name: string, feedIds: string[] = []): Group => ({ id: name, name, feedIds });
const names = async (): Promise<string[]> => (await groups.getValue()).map(({ name }) => name);

describe('a group', () => {
  it('is created at the end with a normalized name', async () => {
    await groups.setValue([group('Old')]);
    const made = await createGroup('  Metals \n & FX ', [A]);
    expect(made).toMatchObject({ name: 'Metals & FX', feedIds: [A] });
    expect(await names()).toEqual(['Old', 'Metals & FX']);
    expect(groups.parse(await groups.getValue())).toEqual(await groups.getValue());
  });

  it('is not created without a name or if there are already 50', async () => {
    expect(await createGroup('  ')).toBeNull();
    await groups.setValue(Array.from({ length: 50 }, (_, n) => group(`g${n}`)));
    expect(await createGroup('One more')).toBeNull();
    expect(await names()).toHaveLength(50);
  });

  it('can be renamed, but not to an empty name', async () => {
    await groups.setValue([group('Old')]);
    await renameGroup('Old', 'New');
    await renameGroup('Old', ' ');
    expect(await names()).toEqual(['New']);
  });

  it('can be deleted and restored at its position', async () => {
    const before = [group('a'), group('b', [A, B]), group('c')];
    await groups.setValue(before);
    const deleted = await deleteGroup('b');
    expect(await names()).toEqual(['a', 'c']);
    if (!deleted) throw new Error('It was there.');
    await restoreGroup(deleted);
    expect(await groups.getValue()).toEqual(before);
    expect(await deleteGroup('z')).toBeNull();
  });

  it('moves among the other groups, up to both ends', async () => {
    await groups.setValue([group('a'), group('b'), group('c')]);
    await shiftGroup('a', 1);
    expect(await names()).toEqual(['b', 'a', 'c']);
    await shiftGroup('a', 5);
    expect(await names()).toEqual(['b', 'c', 'a']);
    await shiftGroup('b', -1);
    expect(await names()).toEqual(['b', 'c', 'a']);
  });

  it('contains each feed once, and a feed can be in several groups', async () => {
    await groups.setValue([group('a'), group('b', [B])]);
    await setMembership('a', A, true);
    await setMembership('a', A, true);
    await setMembership('b', A, true);
    expect(await groups.getValue()).toEqual([group('a', [A]), group('b', [B, A])]);
    await setMembership('b', A, false);
    await restoreMember({ groupId: 'b', index: 0 }, A);
    expect(await groups.getValue()).toEqual([group('a', [A]), group('b', [A, B])]);
  });
});

describe('the changes', () => {
  it('return the same list if nothing changes, so that nothing is written', () => {
    const list = [group('a', [A]), group('b', [B])];
    expect(insertGroup(list, group('a'), 0)).toBe(list);
    expect(withReplacedFeed(list, C, A)).toBe(list);
    const ids = [A, B];
    expect(moveBefore(ids, A, B)).toBe(ids);
    expect(moveBefore(ids, C, A)).toBe(ids);
    expect(replaceId(ids, C, A)).toBe(ids);
  });

  it('replace a feed in place, or keep the position of the new one if both exist', () => {
    const list = [group('a', [A, B]), group('b', [C, B, A]), group('c', [C])];
    expect(withReplacedFeed(list, B, C)).toEqual([
      group('a', [A, C]),
      group('b', [C, A]),
      group('c', [C]),
    ]);
  });

  it('move feeds without losing or duplicating any', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(id), { minLength: 1 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.option(fc.nat()), (list, from, to) => {
        const moved = list[from % list.length] ?? A;
        const before = to === null ? null : (list[to % list.length] ?? A);
        const after = moveBefore(list, moved, before);
        expect(after.toSorted()).toEqual(list.toSorted());
        if (before === moved) expect(after).toEqual(list);
        else if (before === null) expect(after.at(-1)).toBe(moved);
        else expect(after[after.indexOf(before) - 1]).toBe(moved);
      }),
    );
  });
});

it('a name is always normalized so that storage accepts it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const name = fitName(text);
      expect(name.length).toBeLessThanOrEqual(60);
      expect(fitName(name)).toBe(name);
      expect(groups.parse([group('a'), { ...group('b'), name }])).toHaveLength(2);
    }),
  );
  expect(fitName('👩‍🚀'.repeat(60)).length).toBeLessThanOrEqual(60);
});

it('a name keeps the joiners of an emoji and of a Persian word, and no others', () => {
  expect(fitName('👩‍🚀 می‌خواهم a\u200Db')).toBe('👩‍🚀 می‌خواهم ab');
});

it('names from an earlier version lose their invisible characters', () => {
  const stored = [group('\u3164\u00A0'), group('Met\u00ADals')];
  expect(groups.parse(stored).map(({ name }) => name)).toEqual(['Unnamed group', 'Metals']);
  expect(rowNames.parse({ [A]: '\u3164', [B]: 'My\u2066 gold', [C]: 'Oil' })).toEqual({
    [B]: 'My gold',
    [C]: 'Oil',
  });
});
