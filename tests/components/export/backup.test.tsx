import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { staleLimitSeconds, trustSettings } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { LOCAL_IDENTITY, trustInLocal } from '../../price-service/test-signers.ts';
import { openOptions, press, statusNamed } from '../options/support.tsx';
import { keepSavedFiles } from './saved-files.ts';
import { setService } from '../../unit/domain/connection/services.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)] as [string, string];
const SECRET = 's3cret';

afterEach(() => vi.restoreAllMocks());

async function openBackup(): Promise<UserEvent> {
  const user = await openOptions('data');
  await screen.findByRole('button', { name: 'Save backup' });
  return user;
}

async function savedBackup(user: UserEvent): Promise<string> {
  const files = keepSavedFiles();
  await press(user, 'Save backup');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]!.name).toMatch(/^pricelight_backup_v4_\d{8}T\d{6}Z\.json$/);
  return files[0]!.text();
}

async function choose(user: UserEvent, text: string): Promise<void> {
  const file = new File([text], 'backup.json', { type: 'application/json' });
  await user.upload(fileField(), file);
}

function fileField(): HTMLElement {
  return screen.getByLabelText('Import a backup', { selector: 'input' });
}

function changes(): HTMLElement {
  return screen.getByRole('region', { name: 'What will change' });
}

describe('saving a backup', () => {
  it('omits secrets unless the box is checked, and explains what that means', async () => {
    await setService({
      baseUrl: `https://a.example/${SECRET}`,
      headers: [{ name: 'X-Token', value: SECRET }],
    });
    const user = await openBackup();
    expect(await savedBackup(user)).not.toContain(SECRET);

    const box = screen.getByRole('switch', { name: /header values/ });
    expect(box).toHaveAccessibleDescription(t('backup.save.withoutSecrets'));
    await user.click(box);
    expect(box).toHaveAccessibleDescription(t('backup.save.withSecrets'));
    expect(await savedBackup(user)).toContain(SECRET);
    // The next backup omits them again.
    await waitFor(() => expect(box).not.toBeChecked());
  });
});

describe('holdings in a backup', () => {
  const HELD = { quantity: '8.125', cost: { perUnit: '61000.5', currency: 'EUR' } };

  it('are offered only to users who have some', async () => {
    await openBackup();
    expect(screen.queryByRole('switch', { name: t('backup.save.holdings') })).toBeNull();
  });

  it('are included only if the box is checked, and imported back', async () => {
    await watchlist.setValue([A]);
    await holdings.setValue({ [A]: HELD });
    const user = await openBackup();
    const box = await screen.findByRole('switch', { name: t('backup.save.holdings') });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription(t('backup.save.holdingsHint'));
    expect(await savedBackup(user)).not.toContain(HELD.quantity);
    await user.click(box);
    const text = await savedBackup(user);
    expect(text).toContain(HELD.quantity);
    await waitFor(() => expect(box).not.toBeChecked());

    await holdings.setValue({});
    await choose(user, text);
    await waitFor(() => expect(changes()).toHaveTextContent(t('holdings.title')));
    expect(changes()).not.toHaveTextContent(HELD.quantity);
    await press(user, 'Import');
    await waitFor(async () => expect(await holdings.getValue()).toEqual({ [A]: HELD }));
    await press(user, 'Undo');
    await waitFor(async () => expect(await holdings.getValue()).toEqual({}));
  });
});

describe('importing a backup', () => {
  it('shows what will change, applies it on request, and undoes it', async () => {
    await watchlist.setValue([A]);
    await staleLimitSeconds.setValue(90);
    const user = await openBackup();
    const text = await savedBackup(user);
    await watchlist.setValue([B]);
    await staleLimitSeconds.setValue(30);

    await choose(user, text);
    await waitFor(() => expect(changes()).toHaveTextContent('Added: aaaaaaaa…'));
    expect(screen.getByRole('radio', { name: 'Merge' })).toBeChecked();
    expect(changes()).not.toHaveTextContent('Removed');

    await user.click(screen.getByRole('radio', { name: 'Replace' }));
    await waitFor(() => expect(changes()).toHaveTextContent('Removed: bbbbbbbb…'));
    expect(changes()).toHaveTextContent('Changed: Not updating after');
    expect(screen.getByRole('radio', { name: 'Replace' })).toHaveFocus();
    expect(await watchlist.getValue()).toEqual([B]);

    await press(user, 'Import');
    await waitFor(() =>
      expect(statusNamed('Import a backup')).toHaveTextContent('Imported backup.json.'),
    );
    expect(await watchlist.getValue()).toEqual([A]);
    expect(await staleLimitSeconds.getValue()).toBe(90);

    await press(user, 'Undo');
    await waitFor(() =>
      expect(statusNamed('Import a backup')).toHaveTextContent(t('backup.import.undone')),
    );
    expect(await watchlist.getValue()).toEqual([B]);
    expect(await staleLimitSeconds.getValue()).toBe(30);
  });

  it('shows the signers that the user would trust, with emitter, keys and quorum', async () => {
    await trustSettings.setValue(trustInLocal('Mine'));
    const user = await openBackup();
    const text = await savedBackup(user);
    await fakeBrowser.storage.local.remove('trust');
    await choose(user, text);

    const review = await screen.findByRole('region', { name: 'Signers in this file' });
    expect(review).toHaveTextContent('only if you trust the source of this file');
    expect(review).toHaveTextContent('Mine');
    expect(review).toHaveTextContent('3 of 5 signers');
    const { emitterAddress, keys } = LOCAL_IDENTITY;
    expect(review).toHaveTextContent(emitterAddress);
    expect(review).not.toHaveTextContent(keys[0] ?? '');
    await user.click(within(review).getByText(t('signers.imported.keyCount', { count: 5 })));
    for (const key of keys) expect(await within(review).findByText(key)).toBeVisible();
    expect((await trustSettings.getValue()).custom).toEqual([]);
  });

  it('moves the focus when the focused button disappears', async () => {
    await watchlist.setValue([A]);
    const user = await openBackup();
    const text = await savedBackup(user);
    await watchlist.setValue([B]);
    const field = fileField();
    for (const name of ['Cancel', 'Import', 'Undo']) {
      if (name !== 'Undo') await choose(user, text);
      const button = await screen.findByRole('button', { name });
      await waitFor(() => expect(button).toBeEnabled());
      button.focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(button).not.toBeInTheDocument());
      expect(field).toHaveFocus();
    }
  });

  it('ignores a file that was chosen before the last one, even if it is read later', async () => {
    await watchlist.setValue([A]);
    const user = await openBackup();
    const text = await savedBackup(user);
    await watchlist.setValue([B]);
    const slow = Promise.withResolvers<string>();
    const first = new File(['x'], 'first.json', { type: 'application/json' });
    first.text = () => slow.promise;
    await user.upload(fileField(), first);
    await choose(user, text);
    await waitFor(() => expect(changes()).toHaveTextContent('Added: aaaaaaaa…'));
    slow.resolve('no backup');
    await user.click(screen.getByRole('radio', { name: 'Replace' }));
    await waitFor(() => expect(changes()).toHaveTextContent('Removed: bbbbbbbb…'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('explains why a file is not valid, and changes nothing', async () => {
    const user = await openBackup();
    const write = vi.spyOn(fakeBrowser.storage.local, 'set');
    await choose(user, '{"format":"pricelight-backup","version":7}');
    const problem = await screen.findByRole('alert');
    expect(problem).toHaveTextContent(/newer version of Pricelight.*Nothing was changed\./);
    expect(fileField()).toBeInvalid();
    expect(screen.queryByRole('button', { name: 'Import' })).not.toBeInTheDocument();
    expect(write).not.toHaveBeenCalled();
  });

  it('has nothing to import if everything is already present', async () => {
    const user = await openBackup();
    await choose(user, await savedBackup(user));
    await waitFor(() => expect(changes()).toHaveTextContent(t('backup.review.nothing')));
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  });

  it('asks for confirmation before connecting without encryption', async () => {
    await setService({ baseUrl: 'http://far.example', headers: [] });
    const user = await openBackup();
    const text = await savedBackup(user);
    await fakeBrowser.storage.local.remove('connection');
    await choose(user, text);
    const box = await screen.findByRole('checkbox', { name: /far\.example without encryption/ });
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    await user.click(box);
    expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled();
  });

  it('shows the changes again if something changed after the review', async () => {
    await watchlist.setValue([A]);
    const user = await openBackup();
    const text = await savedBackup(user);
    await watchlist.setValue([B]);
    await choose(user, text);
    await waitFor(() => expect(changes()).toHaveTextContent('aaaaaaaa…'));
    await watchlist.setValue([A, B]);
    await press(user, 'Import');
    await waitFor(() =>
      expect(statusNamed('Import a backup')).toHaveTextContent(t('backup.import.outdated')),
    );
    expect(await watchlist.getValue()).toEqual([A, B]);
    expect(within(changes()).getByText(/already/)).toBeInTheDocument();
  });
});
