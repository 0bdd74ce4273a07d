import { screen, waitFor } from '@testing-library/react';
// Imported here, because the page loads it only when it is first shown.
import '@/components/options/catalog-section.tsx';
import { describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import { catalog } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { catalogFeed } from '../popup/popup-page.tsx';
import { openOptions, press, statusNamed } from './support.tsx';

const SEARCH = t('feedList.service.searchButton');
const STATUS = t('feedList.service.searchButton');
const FOUND = catalogFeed(7, { symbol: 'Crypto.DOGE/USD', display_symbol: 'DOGE/USD' });

/** Stands in for the background: records the questions, and answers them while `isRunning`. */
function answerQuestions() {
  const asked: unknown[] = [];
  const background = { asked, isRunning: true };
  watchQuestions((id, question) => {
    asked.push(question);
    if (background.isRunning) void storeAnswer(id, { ok: true, answer: { feeds: [FOUND] } });
  });
  return background;
}

/** Searches for what the stored feed list does not have. */
async function searchFor(words: string) {
  await catalog.setValue({
    ...catalog.fallback,
    feeds: [catalogFeed(1, { symbol: 'Crypto.BTC/USD' })],
  });
  const user = await openOptions('catalog');
  await user.type(await screen.findByRole('searchbox', { name: t('search.label') }), words);
  await screen.findByRole('button', { name: SEARCH });
  return user;
}

describe('the search on the server', () => {
  it('is offered only for what the feed list does not have', async () => {
    const user = await searchFor('doge');
    await user.clear(screen.getByRole('searchbox', { name: t('search.label') }));
    await waitFor(() => expect(screen.queryByRole('button', { name: SEARCH })).toBeNull());
  });

  it('sends the words and lists the results', async () => {
    const { asked } = answerQuestions();
    const user = await searchFor(' doge ');
    expect(asked).toEqual([]);
    await press(user, SEARCH);
    await waitFor(() => expect(statusNamed(STATUS)).toHaveTextContent('1 feed'));
    expect(asked).toEqual([{ kind: 'search', query: 'doge', assetType: null }]);
    expect(
      screen.getByRole('button', { name: t('feedList.feed.addLabel', { symbol: 'DOGE/USD' }) }),
    ).toBeInTheDocument();
  });

  it('sends the chosen asset type, even before the feed list is there', async () => {
    const { asked } = answerQuestions();
    const user = await openOptions('catalog');
    await user.click(await screen.findByRole('button', { name: t('feed.assetType.metals') }));
    await press(user, SEARCH);
    await waitFor(() => expect(statusNamed(STATUS)).toHaveTextContent('1 feed'));
    expect(asked).toEqual([{ kind: 'search', query: '', assetType: 'metals' }]);
  });

  it('adds a result and keeps the focus in place', async () => {
    answerQuestions();
    const user = await searchFor('doge');
    await press(user, SEARCH);
    const add = await screen.findByRole('button', {
      name: t('feedList.feed.addLabel', { symbol: 'DOGE/USD' }),
    });
    add.focus();
    await user.keyboard('{Enter}');
    const added = await screen.findByRole('button', {
      name: t('feedList.feed.addedLabel', { symbol: 'DOGE/USD' }),
    });
    expect(added).toHaveFocus();
    expect(added).toHaveAttribute('aria-disabled', 'true');
    expect(await watchlist.getValue()).toContain(FOUND.id);
  });

  it('shows the reason if the service does not answer', async () => {
    watchQuestions((id) => void storeAnswer(id, { ok: false, reason: { code: 'no-answer' } }));
    const user = await searchFor('doge');
    await press(user, SEARCH);
    await waitFor(() =>
      expect(statusNamed(STATUS)).toHaveTextContent('The price service didn’t respond in time.'),
    );
  });

  it('can be repeated after the user left the section during a request', async () => {
    const background = answerQuestions();
    background.isRunning = false;
    const user = await searchFor('doge');
    await press(user, SEARCH);
    const button = screen.getByRole('button', { name: SEARCH });
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(button).toHaveFocus();

    await user.click(screen.getByRole('link', { name: t('footer.label') }));
    await screen.findByRole('textbox', { name: 'Base URL' });
    background.isRunning = true;
    await user.click(screen.getByRole('link', { name: t('feedList.feedsLabel') }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: SEARCH })).not.toHaveAttribute('aria-disabled'),
    );
    await press(user, SEARCH);
    await waitFor(() => expect(statusNamed(STATUS)).toHaveTextContent('1 feed'));
  });
});
