import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { eventWords } from '@/lib/domain/alerts/text/event-words.ts';
import { SaveError } from '@/lib/base/save-error.ts';
import { t } from '@/lib/base/locale/t.ts';
import { saveReceipt } from '@/lib/pages/receipts/save-receipt.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { receipts } from '@/lib/storage/values/receipts.ts';
import { RECEIPTS } from '../../unit/storage/shapes/alerts.ts';
import { makeFiring, openAt } from './alerts-page.tsx';

vi.mock('@/lib/pages/receipts/save-receipt.ts', () => ({ saveReceipt: vi.fn() }));

const SIGNED = Object.values(RECEIPTS)[0]!;
const MARKET = { what: { kind: 'market', now: 'open' } } as const;

beforeEach(() => {
  vi.mocked(saveReceipt).mockReset();
});

/** Opens the menu of the first of these firings. */
async function openMenu(...history: Firing[]) {
  await firings.setValue(history);
  const { user } = await openAt('#alerts');
  const label = t('row.menuLabel', { name: eventWords(history[0]!.what, 'BTC/USD') });
  const buttons = await screen.findAllByRole('button', { name: label });
  await user.click(buttons.at(-1)!);
  return { user, save: await screen.findByRole('menuitem', { name: startsWithSave }) };
}

const startsWithSave = (name: string): boolean => name.startsWith(t('receipt.saveButton'));

it('saves the receipt of a firing whose price is signed, and says under which name', async () => {
  vi.mocked(saveReceipt).mockResolvedValue('receipt.html');
  await receipts.setValue({ f: SIGNED });
  const firing = makeFiring('f', { seenAt: 1 });
  const { user, save } = await openMenu(firing);
  expect(save).not.toHaveAttribute('aria-disabled');
  await user.click(save);
  expect(await screen.findByText(t('export.saved', { names: 'receipt.html' }))).toBeVisible();
  const found = { firing, price: firing.price, signedPrice: SIGNED };
  expect(saveReceipt).toHaveBeenCalledExactlyOnceWith(found, 'BTC/USD');
  expect(screen.queryByRole('menu')).toBeNull();
});

it('says why it could not be saved', async () => {
  vi.mocked(saveReceipt).mockRejectedValue(new SaveError('unexpected'));
  await receipts.setValue({ f: SIGNED });
  const { user, save } = await openMenu(makeFiring('f', { seenAt: 1 }));
  await user.click(save);
  expect(await screen.findByText(t('export.problem.unexpected'))).toBeVisible();
});

const REASON = t('receipt.missing', { limit: '200' });

it.each([
  ['its price was not verified', [makeFiring('f'), makeFiring('n', { ...MARKET, seenAt: 1 })]],
  ['it went by the clock', [makeFiring('f', MARKET)]],
  [
    'it is older than those that are kept',
    [
      makeFiring('f', { seenAt: 1 }),
      ...Array.from({ length: 200 }, (_, n) => makeFiring(`n${n}`, { ...MARKET, seenAt: 1 })),
    ],
  ],
])('says why a firing has no receipt: %s', async (_, history) => {
  const { user, save } = await openMenu(...history);
  expect(await screen.findByText(REASON)).toBeVisible();
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await user.click(save);
  expect(saveReceipt).not.toHaveBeenCalled();
});
