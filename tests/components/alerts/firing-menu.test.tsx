import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { eventWords } from '@/lib/domain/alerts/text/event-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { firingProofs } from '@/lib/storage/values/firing-proofs.ts';
import { keepSavedFiles } from '../export/saved-files.ts';
import { levelField, makeAlert, makeFiring, openAt, openSentence } from './alerts-page.tsx';

const MARKET = { what: { kind: 'market', now: 'open' } } as const;

afterEach(() => vi.restoreAllMocks());

/** Opens the menu of the first of these firings. */
async function openMenu(...history: Firing[]) {
  await firings.setValue(history);
  const { user } = await openAt('#alerts');
  const label = t('row.menuLabel', { name: eventWords(history[0]!.what, 'BTC/USD') });
  const buttons = await screen.findAllByRole('button', { name: label });
  await user.click(buttons.at(-1)!);
  return { user, save: await screen.findByRole('menuitem', { name: startsWithSave }) };
}

const startsWithSave = (name: string): boolean => name.startsWith(t('proofFile.saveButton'));

it('saves the signed price of a firing, and apart from it what the alert says', async () => {
  const files = keepSavedFiles();
  await firingProofs.setValue({ f: 'UE5BVQ==' });
  const firing = makeFiring('f', { seenAt: 1 });
  const { user, save } = await openMenu(firing);
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  await user.click(save);
  const [file] = files;
  expect(await screen.findByText(t('export.saved', { names: file!.name }))).toBeVisible();
  expect(file!.name).toMatch(/^pricelight_BTC-USD_proof_.*\.json$/);
  const { prices, notSigned } = JSON.parse(await file!.text());
  expect(prices).toEqual(['UE5BVQ==']);
  expect(notSigned).toMatchObject({
    names: ['BTC/USD'],
    alert: {
      text: eventWords(firing.what, 'BTC/USD'),
      triggeredAt: firing.at,
      level: { side: 'above', value: '65000' },
    },
  });
  expect(screen.queryByRole('menu')).toBeNull();
});

it('saves the signed price from its alert, until another level is typed', async () => {
  const files = keepSavedFiles();
  await firingProofs.setValue({ f: 'UE5BVQ==' });
  await alertRules.setValue([makeAlert('a')]);
  await firings.setValue([makeFiring('f', { seenAt: 1 })]);
  const user = await openSentence('#alerts/edit/a');
  await user.click(await screen.findByRole('button', { name: startsWithSave }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(screen.getByText(/^Triggered /)).toBeVisible();
  await user.type(levelField(), '9');
  expect(screen.queryByText(/^Triggered /)).toBeNull();
  expect(document.querySelector('[data-part="rehearsal"]')).toBeVisible();
});

it.each([
  ['its price was not verified', [makeFiring('f'), makeFiring('n', { ...MARKET, seenAt: 1 })]],
  ['it went by the clock', [makeFiring('f', MARKET)]],
])('says why a firing has no proof: %s', async (_, history) => {
  const { user, save } = await openMenu(...history);
  expect(await screen.findByText(t('proofFile.missing'))).toBeVisible();
  expect(save).toHaveAttribute('aria-disabled', 'true');
  const files = keepSavedFiles();
  await user.click(save);
  expect(files).toEqual([]);
});
