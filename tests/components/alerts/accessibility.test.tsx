import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { alertMarks } from '@/lib/storage/values/alert-marks.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { watchViews } from '../views.ts';
import { violations } from '../violations.ts';
import { BTC, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import {
  levelField,
  makeAlert,
  makeFiring,
  menuButton,
  openAt,
  openSentence,
} from './alerts-page.tsx';

beforeEach(async () => {
  await tick({ [BTC]: storedPrice() });
});

it('has no violations in the alert list, with an open menu, an inbox and a history', async () => {
  watchViews();
  await alertRules.setValue([
    makeAlert('a', { note: 'Mine' }),
    makeAlert('b', { feedId: ETH, enabled: false }),
  ]);
  await firings.setValue([makeFiring('1'), makeFiring('2', { seenAt: 1 })]);
  const { user } = await openAt(`#alerts/of/${BTC}`);
  await screen.findByRole('region', { name: t('alerts.section.today') });
  await screen.findByRole('listitem', { name: 'Rises above 65,000' });
  await user.click(menuButton('Rises above 65,000'));
  expect(await violations()).toEqual([]);
});

it('has no violations when there are no alerts', async () => {
  await openAt('#alerts');
  await screen.findByText(t('alerts.noneTitle'));
  expect(await violations()).toEqual([]);
});

it('has no violations in the sentence, with an invalid number and an open menu', async () => {
  const user = await openSentence(`#alerts/new/${BTC}`);
  await user.type(levelField(), 'x');
  await user.click(screen.getByRole('button', { name: /^Repeat: / }));
  expect(await violations()).toEqual([]);
});

it('has no violations with fired alerts below the watchlist', async () => {
  await alertRules.setValue([makeAlert('a')]);
  await firings.setValue([makeFiring('1')]);
  await alertMarks.setValue({ [BTC]: 'fired' });
  await openAt('');
  await screen.findByText(/rose above/);
  expect(await violations()).toEqual([]);
});
