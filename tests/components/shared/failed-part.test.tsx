import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '../options/support.tsx';
import { BTC, openPopup } from '../popup/popup-page.tsx';

const broken = (): never => {
  throw new Error('a mistake of ours');
};
vi.mock('@/components/detail/detail-view.tsx', () => ({ default: () => broken() }));
vi.mock('@/components/options/trust-section.tsx', () => ({ TrustSection: () => broken() }));

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  location.hash = '';
});

it('a failing view shows an error, and the popup keeps its connection footer', async () => {
  location.hash = `#feed/${BTC}`;
  await openPopup();
  expect(await screen.findByRole('alert')).toHaveTextContent(t('common.partFailed'));
  expect(screen.getByRole('status', { name: 'Connection' })).toBeVisible();
});

it('a failing section leaves the other sections unaffected', async () => {
  await openOptions();
  const failed = await screen.findByRole('alert');
  expect(within(failed).getByRole('button', { name: t('common.reloadButton') })).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Base URL' })).toBeVisible();
});
