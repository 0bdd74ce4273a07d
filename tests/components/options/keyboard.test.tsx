import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import '@/components/options/keyboard-section.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { singleKeys } from '@/lib/storage/values/view.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { openOptions } from './support.tsx';

beforeEach(() => {
  fakePermissions();
  Object.assign(fakeBrowser.commands, { getAll: () => Promise.resolve([]) });
});

it('the shortcuts of the popup are listed, those of a single key only while they are on', async () => {
  const user = await openOptions('keyboard');
  const toggle = await screen.findByRole('switch', { name: t('keyboard.singleKeys') });
  expect(toggle).toBeChecked();
  const terms = (): (string | null)[] =>
    screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms()).toContain(t('search.label'));
  await user.click(toggle);
  await waitFor(() => expect(terms()).not.toContain(t('search.label')));
  expect(await singleKeys.getValue()).toBe(false);
  const next = screen.getByText(t('shortcuts.next')).closest('div');
  expect(next && within(next).queryByText('J')).toBeNull();
  expect(next && within(next).getByText('↓')).toBeVisible();
});
