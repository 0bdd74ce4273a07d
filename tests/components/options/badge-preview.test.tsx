import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { shownIcon } from '@/lib/storage/values/badge.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { openOptions } from './support.tsx';

let text = '64K';

beforeEach(() => {
  fakePermissions();
  text = '64K';
  Object.assign(fakeBrowser.action, {
    getBadgeText: async () => text,
    getBadgeBackgroundColor: async () => [11, 122, 75, 255],
    getTitle: async () => 'Pricelight · Live\nBTC/USD  64,312.5',
  });
});

afterEach(() => vi.useRealTimers());

it('shows what the toolbar button shows, and follows it', async () => {
  await openOptions('badge');
  const preview = await screen.findByRole('figure', { name: t('badgeOptions.previewLabel') });
  const badge = preview.querySelector('[data-part="badge"]');
  expect(badge).toHaveTextContent('64K');
  expect(badge).toHaveStyle({ background: 'rgb(11 122 75)' });
  expect(preview.querySelector('[data-part="tooltip"]')?.children).toHaveLength(2);
  text = '65K';
  await waitFor(() => expect(badge).toHaveTextContent('65K'));
});

it('draws the icon that the worker drew', async () => {
  text = '';
  const put = vi.fn<(image: ImageData, x: number, y: number) => void>();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    putImageData: put,
  } as never);
  await shownIcon.setValue({ lines: ['64', '312'], tone: 'green', arrow: 'up' });
  await openOptions('badge');
  const preview = await screen.findByRole('figure', { name: t('badgeOptions.previewLabel') });
  expect(within(preview).getByRole('img', { name: '64 312' })).toBeInTheDocument();
  expect(preview.querySelector('[data-part="badge"]')).toBeNull();
  expect(put).toHaveBeenCalled();
});
