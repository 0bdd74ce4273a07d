import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { planImport } from '@/lib/pages/export/backup/plan.ts';
import { applyImport, undoImport } from '@/lib/pages/export/backup/store.ts';
import { readStoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { readDeleted } from '@/lib/storage/values/deleted-alerts.ts';
import { feedNamings } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { A, alertOn, anyState, B, backupOf, C, NOW } from './backups.ts';

const BACKUP = backupOf({ watchlist: [C], alerts: [alertOn(C, 'x')], signatures: 'require' });

async function importNow() {
  const seen = planImport(await readStoredState(), BACKUP, { mode: 'replace', nowMs: NOW });
  return applyImport(BACKUP, 'replace', { seen, nowMs: NOW });
}

describe('an import', () => {
  it('is written in one step', async () => {
    const write = vi.spyOn(fakeBrowser.storage.local, 'set');
    await importNow();
    expect(write).toHaveBeenCalledTimes(1);
    expect(await readStoredState()).toMatchObject({
      watchlist: [C],
      alerts: { value: [{ id: 'x' }] },
      signatures: 'require',
    });
  });

  it('keeps what the user agreed to of the names of other feeds', async () => {
    const confirmed = { isConfirmed: true, claim: null };
    await feedNamings.setValue({ [A]: { isConfirmed: false, claim: null }, [B]: confirmed });
    const backup = backupOf({
      watchlist: [C],
      followedFeeds: { [C]: { display_symbol: 'CCC/USD' } },
    });
    const seen = planImport(await readStoredState(), backup, { mode: 'merge', nowMs: NOW });
    await applyImport(backup, 'merge', { seen, nowMs: NOW });
    expect(await feedNamings.getValue()).toEqual({
      [A]: { isConfirmed: false, claim: null },
      [B]: confirmed,
      [C]: confirmed,
    });
  });

  it('writes nothing if something has changed since the plan was shown', async () => {
    const seen = planImport(await readStoredState(), BACKUP, { mode: 'replace', nowMs: NOW });
    await watchlist.setValue([A, B]);
    expect(await applyImport(BACKUP, 'replace', { seen, nowMs: NOW })).toBeNull();
    expect(await readStoredState()).toEqual({ watchlist: [A, B] });
  });

  it('can be undone, including values that were not set before', async () => {
    await watchlist.setValue([A]);
    const replaced = await importNow();
    await undoImport(replaced!);
    expect(await readStoredState()).toEqual({ watchlist: [A] });
  });

  it('can be undone whatever was stored and whatever the file contains', async () => {
    await fc.assert(
      fc.asyncProperty(anyState, anyState, async (values, other) => {
        await fakeBrowser.storage.local.clear();
        await fakeBrowser.storage.local.set(values);
        const before = await readStoredState();
        const backup = backupOf(other);
        const seen = planImport(before, backup, { mode: 'replace', nowMs: NOW });
        const replaced = await applyImport(backup, 'replace', { seen, nowMs: NOW });
        await undoImport(replaced!);
        expect(await readStoredState()).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  it('lets the worker keep the states of the alerts that it deletes, for an undo', async () => {
    await fakeBrowser.storage.local.set({ alerts: [alertOn(A, 'mine'), alertOn(C, 'x')] });
    await importNow();
    expect(await readDeleted(NOW)).toEqual([{ id: 'mine', feedId: A }]);
  });

  it('refuses to replace, or to save, values of a newer version', async () => {
    const newer = { watchlist: { $version: 99, value: 'unknown' } };
    await fakeBrowser.storage.local.set(newer);
    await expect(readStoredState()).rejects.toThrow(/newer version/);
    const seen = planImport({}, BACKUP, { mode: 'replace', nowMs: NOW });
    const imported = applyImport(BACKUP, 'replace', { seen, nowMs: NOW });
    await expect(imported).rejects.toThrow(/newer version/);
    expect(await fakeBrowser.storage.local.get('watchlist')).toEqual(newer);
  });

  it('waits for another change to the same items', async () => {
    const slow = Promise.withResolvers<void>();
    const lock = navigator.locks.request('pricelight:watchlist', () => slow.promise);
    let isDone = false;
    const imported = importNow().then(() => (isDone = true));
    await vi.waitFor(async () => {
      const { pending } = await navigator.locks.query();
      expect(pending?.some(({ name }) => name === 'pricelight:watchlist')).toBe(true);
    });
    expect(isDone).toBe(false);
    slow.resolve();
    await Promise.all([lock, imported]);
    expect(isDone).toBe(true);
  });
});
