import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { baseUrlBox, enter, openOptions } from './support.tsx';

beforeEach(() => {
  fakePermissions();
});

const link = (name: string) => screen.getByRole('link', { name });
const heading = (name: string) => screen.getByRole('heading', { name, level: 2 });

const CONNECTION = t('footer.label');
const APPEARANCE = t('options.section.appearance.label');

describe('the navigation', () => {
  it('shows one section, marks its link and moves the focus to its heading', async () => {
    const user = await openOptions();
    expect(link(CONNECTION)).toHaveAttribute('aria-current', 'page');
    await user.click(link(APPEARANCE));
    await waitFor(() => expect(heading(APPEARANCE)).toHaveFocus());
    expect(link(APPEARANCE)).toHaveAttribute('aria-current', 'page');
    expect(link(CONNECTION)).not.toHaveAttribute('aria-current');
    expect(screen.queryByRole('textbox', { name: 'Base URL' })).toBeNull();
  });

  it('keeps unsaved input in a section while another one is shown', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://mine.example');
    await user.click(link(APPEARANCE));
    await waitFor(() => expect(heading(APPEARANCE)).toHaveFocus());
    await user.click(link(CONNECTION));
    await waitFor(() => expect(baseUrlBox()).toHaveValue('https://mine.example'));
  });

  it('follows the URL hash', async () => {
    await openOptions('badge');
    expect(heading(t('options.section.badge.label'))).toBeInTheDocument();
    act(() => {
      window.location.hash = 'appearance';
    });
    await waitFor(() => expect(heading(APPEARANCE)).toBeInTheDocument());
  });

  it.each([
    ['nonsense', CONNECTION],
    ['catalog', CONNECTION],
  ])('leads from a hash that no section has to the first one: %s', async (hash, name) => {
    await openOptions(hash);
    expect(heading(name)).toBeInTheDocument();
  });
});
