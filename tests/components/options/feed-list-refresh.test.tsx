import { act, screen, waitFor } from '@testing-library/react';
// Imported here, because the page loads it only when it is first shown.
import '@/components/options/catalog-section.tsx';
import { expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import { catalog, catalogStatus } from '@/lib/storage/values/catalog.ts';
import { catalogFeed } from '../popup/popup-page.tsx';
import { openOptions, press, statusNamed } from './support.tsx';

const NAME = t('feedList.title');
const BUTTON = { name: t('feedList.refresh.refreshButton') };

it('requests the feed list and says so until the worker is done', async () => {
  const asked: Array<{ id: string; question: unknown }> = [];
  watchQuestions((id, question) => void asked.push({ id, question }));
  const at = Date.now() - 3_600_000;
  await catalog.setValue({ fetchedAt: at, feeds: [catalogFeed(7, { symbol: 'Crypto.X' })] });
  await catalogStatus.setValue({ fetchedAt: at, triedAt: at, error: null });
  const user = await openOptions('catalog');
  await screen.findByRole('button', BUTTON);

  await press(user, BUTTON.name);
  await waitFor(() => expect(statusNamed(NAME)).toHaveTextContent('Refreshing the feed list…'));
  expect(screen.getByRole('button', BUTTON)).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(asked).toMatchObject([{ question: { kind: 'refresh-feed-list' } }]));

  await catalogStatus.setValue({
    fetchedAt: at,
    triedAt: Date.now(),
    error: { code: 'unreachable' },
  });
  await act(() => storeAnswer(asked[0]!.id, { ok: true, answer: 'done' }));
  await waitFor(() =>
    expect(statusNamed(NAME)).toHaveTextContent(
      'Couldn’t refresh the feed list. Can’t reach the price service.',
    ),
  );
  expect(screen.getByRole('button', BUTTON)).not.toHaveAttribute('aria-disabled', 'true');
});
