import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import '@/components/popup/footer/news-card.tsx';
import { t } from '@/lib/base/locale/t.ts';
import { unseenNewsSince } from '@/lib/storage/values/news.ts';
import { openPopup } from './popup-page.tsx';

function card(): HTMLElement | null {
  return document.querySelector('[data-part="news"]');
}

beforeEach(() => {
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue({ version: '0.2.0' } as never);
});

it('are told once after an update, and never again once they are dismissed', async () => {
  await unseenNewsSince.setValue('0.1.0');
  const { user, unmount } = await openPopup();
  expect(await screen.findByText(t('news.point.services'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: t('news.dismissButton') }));
  await waitFor(() => expect(card()).toBeNull());
  expect(await unseenNewsSince.getValue()).toBeNull();
  unmount();
  await openPopup();
  expect(card()).toBeNull();
});

it('are not told to new users', async () => {
  await openPopup();
  expect(card()).toBeNull();
});
