import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { isSyncOn, syncStatus, type SyncStatus } from '@/lib/storage/values/sync.ts';
import { openOptions } from './support.tsx';

const status = () => screen.getByRole('status', { name: t('sync.title') });

it('sync is off, says what it carries, and how it stands once it is on', async () => {
  const user = await openOptions('data');
  const toggle = await screen.findByRole('switch', { name: t('sync.title') });
  expect(toggle).not.toBeChecked();
  expect(toggle).toHaveAccessibleDescription(t('sync.hint'));
  await syncStatus.setValue({ ...syncStatus.fallback, at: Date.now() });
  expect(status()).toBeEmptyDOMElement();
  await user.click(toggle);
  await waitFor(async () => expect(await isSyncOn.getValue()).toBe(true));
  await waitFor(() => expect(status().textContent).toMatch(/Up to date.*\d/));
  const problems: SyncStatus['problem'][] = [
    'samples',
    'tooLong',
    'newer',
    'refused',
    'unavailable',
  ];
  for (const problem of problems) {
    await syncStatus.setValue({ ...syncStatus.fallback, problem });
    await waitFor(() => expect(status()).toHaveTextContent(t(`sync.${problem!}`)));
    expect(status().dataset['state']).toBe(problem === 'samples' ? undefined : 'failed');
  }
});
