import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakePermissions } from '../../unit/connection/fake-permissions.ts';
import { baseUrlBox, enter, openOptions } from './support.tsx';

beforeEach(() => {
  fakePermissions();
});

const link = (name: string) => screen.getByRole('link', { name });
const heading = (name: string) => screen.getByRole('heading', { name, level: 2 });

describe('the navigation', () => {
  it('shows one section, marks its link and moves the focus to its heading', async () => {
    const user = await openOptions();
    expect(link('Connection')).toHaveAttribute('aria-current', 'page');
    await user.click(link('Appearance'));
    await waitFor(() => expect(heading('Appearance')).toHaveFocus());
    expect(link('Appearance')).toHaveAttribute('aria-current', 'page');
    expect(link('Connection')).not.toHaveAttribute('aria-current');
    expect(screen.queryByRole('textbox', { name: 'Base URL' })).toBeNull();
  });

  it('keeps unsaved input in a section while another one is shown', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://mine.example');
    await user.click(link('Appearance'));
    await waitFor(() => expect(heading('Appearance')).toHaveFocus());
    await user.click(link('Connection'));
    await waitFor(() => expect(baseUrlBox()).toHaveValue('https://mine.example'));
  });

  it('follows the URL hash', async () => {
    await openOptions('badge');
    expect(heading('Badge and toolbar')).toBeInTheDocument();
    act(() => {
      window.location.hash = 'appearance';
    });
    await waitFor(() => expect(heading('Appearance')).toBeInTheDocument());
  });

  it('shows the first section for an unknown URL hash', async () => {
    await openOptions('nonsense');
    expect(heading('Connection')).toBeInTheDocument();
  });
});
