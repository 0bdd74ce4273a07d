import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { signatures, trustSettings } from '@/lib/storage/values/settings.ts';
import { createIdentity, LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { enter, openOptions, press } from './support.tsx';

const box = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const profiles = (): string[] =>
  within(screen.getByRole('list', { name: 'Trusted signers' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent ?? '');

describe('the trust section', () => {
  it('stores how signatures are used', async () => {
    const user = await openOptions('trust');
    await user.click(await screen.findByRole('radio', { name: 'Require' }));
    await waitFor(async () => expect(await signatures.getValue()).toBe('require'));
  });

  it('lists trusted signers, and accepts custom ones until they are removed', async () => {
    const user = await openOptions('trust');
    await screen.findByRole('list', { name: 'Trusted signers' });
    expect(profiles()).toEqual(['Pyth routers', 'Wormhole guardians']);

    await enter(user, box('Name'), 'My service');
    await enter(user, box('Emitter address'), LOCAL_IDENTITY.emitterAddress);
    await enter(user, box(t('signers.add.keys.label')), LOCAL_IDENTITY.keys.join('\n'));
    await enter(user, box(t('proof.quorum')), '3');
    await press(user, 'Add signers');
    await waitFor(() => expect(profiles()).toContain('My service (added by you)'));

    await press(user, 'Remove: My service');
    await waitFor(() => expect(profiles()).not.toContain('My service (added by you)'));
  });

  it('marks all signers that are not built in, regardless of their names', async () => {
    const others = createIdentity({ seed: 'others', emitterChain: 7 });
    const custom = [
      profileOf(LOCAL_IDENTITY, 'Built in by nobody'),
      profileOf(others, 'Pyth\u200B routers'),
    ];
    await trustSettings.setValue({ ...trustSettings.fallback, custom });
    const user = await openOptions('trust');
    const list = await screen.findByRole('list', { name: 'Trusted signers' });
    const marked = within(list)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('b')?.textContent);
    expect(marked).toEqual([
      'Pyth routers',
      'Wormhole guardians',
      'Built in by nobody (added by you)',
      'Pyth routers (added by you)',
    ]);
    expect(
      within(list).getByText(/aren’t trusted\. This name looks like “Pyth routers”/),
    ).toBeVisible();
    await press(user, 'Remove: Pyth routers');
    await waitFor(async () => expect((await trustSettings.getValue()).custom).toEqual([custom[0]]));
  });

  it('lists signers that are no longer accepted, so that they can be removed', async () => {
    const custom = [profileOf(LOCAL_IDENTITY, 'Mine'), profileOf(LOCAL_IDENTITY, 'Again ')];
    await trustSettings.setValue({ ...trustSettings.fallback, custom });
    const user = await openOptions('trust');
    const list = await screen.findByRole('list', { name: 'Trusted signers' });
    expect(profiles()).toContain('Again (added by you)');
    expect(
      within(list).getByText(
        `${t('signers.notTrusted')} ${t('signers.problem.emitterTaken', { name: 'Mine' })}`,
      ),
    ).toBeVisible();
    await press(user, 'Remove: Again');
    await waitFor(() => expect(profiles()).not.toContain('Again (added by you)'));
    expect((await trustSettings.getValue()).custom).toEqual([custom[0]]);
    expect(screen.queryByText(/This emitter already belongs/)).toBeNull();
  });

  it('shows each problem at its field and stores nothing', async () => {
    const user = await openOptions('trust');
    await screen.findByRole('list', { name: 'Trusted signers' });
    await enter(user, box('Name'), 'My service');
    await enter(user, box(t('signers.add.keys.label')), 'not a key');
    await press(user, 'Add signers');
    await waitFor(() => expect(box('Emitter address')).toBeInvalid());
    expect(box(t('signers.add.keys.label'))).toBeInvalid();
    expect((await trustSettings.getValue()).custom).toEqual([]);
  });

  it('focuses the first invalid field at each attempt', async () => {
    const user = await openOptions('trust');
    await screen.findByRole('list', { name: 'Trusted signers' });
    await enter(user, box('Name'), 'My service');
    for (let tries = 0; tries < 2; tries += 1) {
      await press(user, 'Add signers');
      await waitFor(() => expect(box('Emitter address')).toHaveFocus());
    }
    expect(box('Emitter address')).toHaveAccessibleDescription(
      /an emitter address of 64 hex digits/,
    );

    await press(user, t('signers.upgrade.title'));
    await waitFor(() => expect(box('Upgrade message')).toHaveFocus());
  });

  it('stores the same signers once if two windows add them at the same time', async () => {
    const user = await openOptions('trust');
    await screen.findByRole('list', { name: 'Trusted signers' });
    await enter(user, box('Name'), 'My service');
    await enter(user, box('Emitter address'), LOCAL_IDENTITY.emitterAddress);
    await enter(user, box(t('signers.add.keys.label')), LOCAL_IDENTITY.keys.join('\n'));
    await enter(user, box(t('proof.quorum')), '3');
    const form = box('Name').closest('form')!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(profiles()).toContain('My service (added by you)'));
    await waitFor(() => expect(box('Emitter address')).toBeInvalid());
    expect((await trustSettings.getValue()).custom).toHaveLength(1);
  });
});
