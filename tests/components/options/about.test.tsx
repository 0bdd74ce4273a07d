import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ShippedPackage } from '@/lib/base/about/shipped-package.ts';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions, press } from './support.tsx';

const PACKAGES: ShippedPackage[] = [
  { name: '@noble/hashes', version: '2.4.0', license: 'MIT', text: 'Permission is granted' },
  { name: 'react', version: '19.3.1', license: 'MIT', text: 'Copyright Meta' },
];

beforeEach(() => {
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue({
    manifest_version: 3,
    name: 'Pricelight',
    version: '1.2.3',
  });
});

function answer(body: string): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body));
}

it('shows the version, the privacy policy and each package with its license', async () => {
  answer(JSON.stringify(PACKAGES));
  const user = await openOptions('about');
  expect(await screen.findByText(t('about.app.version', { version: '1.2.3' }))).toBeVisible();
  await press(user, t('about.privacy.title'));
  expect(screen.getByText(t('about.privacy.sent'))).toBeVisible();
  await press(user, t('about.software.title'));
  expect(screen.queryByText(t('about.privacy.sent'))).toBeNull();
  const react = (await screen.findByText('react')).closest('li');
  if (!react) throw new Error('React is not in a list.');
  const license = within(react).getByText('Copyright Meta');
  expect(license).not.toBeVisible();
  await user.click(within(react).getByText('react'));
  expect(license).toBeVisible();
});

it('says that the list of packages cannot be read', async () => {
  answer('<html>');
  const user = await openOptions('about');
  await press(user, t('about.software.title'));
  expect(await screen.findByRole('alert')).toHaveTextContent(t('common.partFailed'));
});
