import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, storedPrice, tick } from '../popup/popup-page.tsx';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { openOptions } from './support.tsx';

const scrolled = vi.fn<(this: Element) => void>();
Element.prototype.scrollIntoView = function scrollIntoView() {
  scrolled.call(this);
};

beforeEach(() => {
  fakePermissions();
  scrolled.mockClear();
});

const link = (name: string) => screen.getByRole('link', { name });
const heading = (name: string) => screen.getByRole('heading', { name, level: 2 });
/** The parts of the page that were scrolled to, apart from the links in the navigation. */
const shownPlaces = () =>
  scrolled.mock.contexts.flatMap((element) => (element.matches('nav a') ? [] : element.id));

describe('the navigation', () => {
  it('leads to a section, marks its link and moves the focus to its heading', async () => {
    const user = await openOptions();
    expect(link(t('footer.label'))).toHaveAttribute('aria-current');
    await user.click(link(t('options.section.look')));
    await waitFor(() => expect(heading(t('options.section.look'))).toHaveFocus());
    expect(link(t('options.section.look'))).toHaveAttribute('aria-current');
    expect(link(t('footer.label'))).not.toHaveAttribute('aria-current');
  });
});

describe('the heading of the connection', () => {
  it('has the sentence that is below the list', async () => {
    await watchlist.setValue([BTC]);
    await connectionState.setValue({
      ...connectionState.fallback,
      state: 'stopped',
      remedy: 'access-token',
    });
    await openOptions();
    expect(await screen.findByText(t('popup.refused.title'))).toBeVisible();
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await tick({ [BTC]: storedPrice({ price: '64000', conf: '0', expo: 0 }) });
    expect(await screen.findByText(/^Live · /)).toBeVisible();
  });
});

describe('a link', () => {
  it.each([
    ['connection', 'connection'],
    ['alerts', 'alerts'],
    ['badge', 'toolbar'],
    ['appearance', 'look'],
    ['backup', 'data'],
    ['check-file', 'check-file'],
    ['signatures', 'trust'],
    ['stake-caps', 'stake-caps'],
    ['about', 'about'],
    ['diagnostics', 'about'],
  ])('of an earlier version leads to its new place: %s', async (hash, place) => {
    await openOptions(hash);
    await waitFor(() => expect(shownPlaces()).toEqual([place]));
  });

  it('opens what hides its place', async () => {
    await openOptions('stake-caps');
    const fold = screen.getByText(t('options.advancedLabel')).closest('details');
    await waitFor(() => expect(fold).toHaveAttribute('open'));
  });

  it('that leads nowhere shows the page from its start', async () => {
    await openOptions('catalog');
    expect(heading(t('footer.label'))).toBeInTheDocument();
    expect(shownPlaces()).toEqual([]);
  });
});
