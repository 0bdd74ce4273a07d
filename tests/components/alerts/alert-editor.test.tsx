import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger, TriggerKind } from '@/lib/domain/alerts/model/trigger.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { BTC, catalogFeed, chooseInRow, row, storedPrice, tick } from '../popup/popup-page.tsx';
import { makeAlert, openAt, storedTriggers } from './alerts-page.tsx';

const NEW = `#alerts/new/${BTC}`;

beforeEach(async () => {
  await tick({ [BTC]: storedPrice() });
});

const box = (name: string) => screen.getByRole('textbox', { name });
const choice = (name: string) => screen.getByRole('combobox', { name });
const preview = () => screen.getByRole('status', { name: t('alertForm.previewLabel') });
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

async function openForm(hash: string) {
  const { user } = await openAt(hash);
  await screen.findByRole('button', { name: /^(Add|Save) alert$/ });
  return user;
}

async function enter(user: UserEvent, name: string, text: string): Promise<void> {
  await user.clear(box(name));
  if (text !== '') await user.type(box(name), text);
}

/** Presses "Add alert" and checks the trigger of the only stored alert. */
async function expectCreated(user: UserEvent, trigger: Trigger): Promise<void> {
  await press(user, t('alerts.addButton'));
  await waitFor(async () => expect(await storedTriggers()).toEqual([trigger]));
}

async function expectStored(expected: Partial<AlertRule>): Promise<void> {
  await waitFor(async () => expect(await alertRules.getValue()).toMatchObject([expected]));
}

const chooseKind = (user: UserEvent, kind: TriggerKind) =>
  user.selectOptions(choice(t('alertForm.kindLabel')), kind);

describe('a new alert', () => {
  it('takes two clicks from a row of the watchlist', async () => {
    const { user } = await openAt('');
    await chooseInRow(user, 'BTC/USD', t('row.menu.newAlert'));
    await user.click(await screen.findByRole('button', { name: t('alerts.addButton') }));
    await waitFor(async () =>
      expect(await storedTriggers()).toEqual([
        { kind: 'crosses', direction: 'above', level: '65000' },
      ]),
    );
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: t('row.newAlertButton') })).toBeNull(),
    );
  });

  it('describes what it will do and its distance from the price', async () => {
    await openForm(NEW);
    expect(preview()).toHaveTextContent('BTC/USD · Rises above 65,000 · Only once');
    expect(screen.getByText('688 (1.07%) to go.')).toBeInTheDocument();
  });

  it('suggests levels in the chosen direction, round ones first', async () => {
    const user = await openForm(NEW);
    const suggested = within(screen.getByRole('group', { name: t('alertForm.suggestedLabel') }));
    const levels = () => suggested.getAllByRole('button').map((one) => one.textContent);
    expect(levels()).toEqual([
      expect.stringContaining('65,000'),
      expect.stringContaining('70,000'),
      expect.stringContaining('+1%'),
      expect.stringContaining('+5%'),
    ]);
    await user.click(screen.getByRole('radio', { name: t('alertForm.downward') }));
    expect(levels()[0]).toContain('64,000');
    // The level was a suggestion, so it follows.
    expect(box(t('alertForm.levelLabel'))).toHaveValue('64000');
    const below = suggested.getByRole('button', { name: 'Down to 63,669.3 −1%' });
    expect(below).toHaveAttribute('aria-pressed', 'false');
    await user.click(below);
    expect(below).toHaveAttribute('aria-pressed', 'true');
    expect(box(t('alertForm.levelLabel'))).toHaveValue('63669.3');
  });

  it('keeps the suggested levels until the price reaches one', async () => {
    await openForm(NEW);
    const suggested = within(screen.getByRole('group', { name: t('alertForm.suggestedLabel') }));
    const levels = () => suggested.getAllByRole('button').map((one) => one.textContent);
    const atFirst = levels();
    await tick({ [BTC]: storedPrice({ price: '6450000000000' }) });
    expect(await screen.findByText(/^500 \(/)).toBeInTheDocument();
    expect(levels()).toEqual(atFirst);
    await tick({ [BTC]: storedPrice({ price: '6510000000000' }) });
    await waitFor(() => expect(levels()[0]).toContain('66,000'));
  });

  it('keeps a typed level when the direction changes', async () => {
    const user = await openForm(NEW);
    await enter(user, t('alertForm.levelLabel'), '64999');
    await user.click(screen.getByRole('radio', { name: t('alertForm.downward') }));
    expect(box(t('alertForm.levelLabel'))).toHaveValue('64999');
  });

  it('leads back with a message that can undo it', async () => {
    const { user } = await openAt('');
    await chooseInRow(user, 'BTC/USD', t('row.menu.newAlert'));
    await user.click(await screen.findByRole('button', { name: t('alerts.addButton') }));
    expect(await screen.findByText(t('alerts.done.created'))).toBeVisible();
    await waitFor(() => expect(row('BTC/USD')).toBeVisible());
    await user.click(screen.getByRole('button', { name: t('common.undoButton') }));
    await waitFor(async () => expect(await alertRules.getValue()).toEqual([]));
  });

  it('starts with the level in the URL hash', async () => {
    await openForm(`${NEW}?level=60000.5`);
    expect(box(t('alertForm.levelLabel'))).toHaveValue('60000.5');
    expect(screen.getByRole('radio', { name: t('alertForm.downward') })).toBeChecked();
  });

  it.each(['x', '1e5', '', '<b>'])(
    'ignores the invalid level %j in the URL hash',
    async (level) => {
      await openForm(`${NEW}?level=${encodeURIComponent(level)}`);
      expect(box(t('alertForm.levelLabel'))).toHaveValue('65000');
    },
  );

  it('derives the direction from the typed level until the user chooses one', async () => {
    const user = await openForm(NEW);
    await enter(user, t('alertForm.levelLabel'), '50000');
    expect(screen.getByRole('radio', { name: t('alertForm.downward') })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: t('alertForm.eitherWay') }));
    await enter(user, t('alertForm.levelLabel'), '70000');
    expect(screen.getByRole('radio', { name: t('alertForm.eitherWay') })).toBeChecked();
  });

  it('reports an invalid number and does not save until it is valid', async () => {
    const user = await openForm(NEW);
    await enter(user, t('alertForm.levelLabel'), '65,00.0');
    const reason = 'Enter a number such as 65000 or 0.5.';
    expect(box(t('alertForm.levelLabel'))).toHaveAccessibleDescription(
      expect.stringContaining(reason),
    );
    expect(preview()).toBeEmptyDOMElement();
    await press(user, t('alerts.addButton'));
    expect(box(t('alertForm.levelLabel'))).toHaveFocus();
    expect(await alertRules.getValue()).toEqual([]);
    await enter(user, t('alertForm.levelLabel'), '65000,5');
    await press(user, t('alerts.addButton'));
    await waitFor(async () => expect(await storedTriggers()).toMatchObject([{ level: '65000.5' }]));
  });

  it('shows no problem at an untouched field before the form is submitted', async () => {
    const user = await openForm(`#alerts/new/${catalogFeed(7, {}).id}`);
    expect(box(t('alertForm.levelLabel'))).toHaveValue('');
    expect(box(t('alertForm.levelLabel'))).not.toHaveAttribute('aria-invalid');
    await press(user, t('alerts.addButton'));
    await waitFor(() => expect(box(t('alertForm.levelLabel'))).toHaveFocus());
    expect(box(t('alertForm.levelLabel'))).toHaveAccessibleDescription(/Enter a number/);
  });

  it('states the limit when the feed has too many alerts', async () => {
    await alertRules.setValue(Array.from({ length: 100 }, (_, n) => makeAlert(`n${n}`)));
    const user = await openForm(NEW);
    await press(user, t('alerts.addButton'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      t('alerts.refusal.tooManyOnFeed', { limit: '100' }),
    );
  });

  it('stores nothing when it is canceled', async () => {
    const { user } = await openAt('');
    await chooseInRow(user, 'BTC/USD', t('row.menu.newAlert'));
    await user.click(await screen.findByRole('button', { name: t('common.cancelButton') }));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: t('row.newAlertButton') })).toBeNull(),
    );
    expect(await alertRules.getValue()).toEqual([]);
  });
});

describe('alert conditions', () => {
  it('stores a price move', async () => {
    const user = await openForm(NEW);
    await chooseKind(user, 'moves');
    await user.click(screen.getByRole('radio', { name: t('alertForm.downward') }));
    await enter(user, t('alertForm.atLeastLabel'), '500');
    await user.selectOptions(choice(t('alertForm.unitLabel')), 'value');
    await user.selectOptions(choice(t('alertForm.withinLabel')), '300');
    await expectCreated(user, {
      kind: 'moves',
      direction: 'down',
      by: { unit: 'value', amount: '500' },
      withinSeconds: 300,
    });
  });

  it('is not a market event where the market never closes', async () => {
    await openForm(NEW);
    expect(screen.queryByRole('option', { name: t('alertForm.kind.market') })).toBeNull();
  });

  it('stores a market event', async () => {
    const schedule = 'UTC;0900-1700,0900-1700,0900-1700,0900-1700,0900-1700,C,C;';
    const attributes = { display_symbol: 'BTC/USD', schedule };
    await followedFeeds.setValue({ [BTC]: attributes });
    const user = await openForm(NEW);
    await chooseKind(user, 'market');
    await user.click(screen.getByRole('radio', { name: t('alertForm.marketCloses') }));
    await expectCreated(user, { kind: 'market', change: 'closes' });
  });
});

describe('alert options', () => {
  it('stores every option', async () => {
    const user = await openForm(NEW);
    await user.selectOptions(choice(t('alertForm.repeatLabel')), '3600');
    await user.click(screen.getByRole('checkbox', { name: t('alerts.summary.alsoIfThere') }));
    await enter(user, t('alertForm.noteLabel'), 'Sell a third');
    expect(preview()).toHaveTextContent(/At most every hour · Also if the price is already there/);
    await press(user, t('alerts.addButton'));
    await expectStored({
      trigger: { kind: 'crosses', direction: 'above', level: '65000', alsoIfThere: true },
      repeat: { mode: 'repeating', cooldownSeconds: 3_600 },
      note: 'Sell a third',
    });
  });

  it('rejects an expiry in the past and expands the options to show the field', async () => {
    const user = await openForm(NEW);
    const field = screen.getByLabelText(t('alertForm.expiryLabel'));
    await user.type(field, '2020-01-01T10:00');
    expect(field).toHaveAccessibleDescription(t('alertForm.problem.expiryPast'));
    expect(field.closest('details')).toHaveAttribute('open');
    await user.clear(field);
    await user.type(field, '2999-01-01T10:00');
    await press(user, t('alerts.addButton'));
    await expectStored({ expiresAt: new Date('2999-01-01T10:00').getTime() });
  });
});

describe('an existing alert', () => {
  const rule = makeAlert('a', {
    repeat: { mode: 'repeating', cooldownSeconds: 86_400 },
    note: 'Mine',
    armedAt: 5,
    snoozedUntil: 9,
    enabled: false,
  });

  it('keeps its state when it is edited', async () => {
    await alertRules.setValue([rule]);
    const user = await openForm('#alerts/edit/a');
    expect(screen.getByText(t('alertForm.moreOptions')).closest('details')).toHaveAttribute('open');
    expect(choice(t('alertForm.repeatLabel'))).toHaveDisplayValue('At most every day');
    await enter(user, t('alertForm.levelLabel'), '66000');
    await press(user, t('alertForm.saveButton'));
    await waitFor(async () =>
      expect(await alertRules.getValue()).toEqual([
        { ...rule, trigger: { kind: 'crosses', direction: 'above', level: '66000' } },
      ]),
    );
  });

  it('explains that a deleted alert no longer exists', async () => {
    const { user } = await openAt('#alerts/edit/a');
    await screen.findByRole('heading', { name: t('alerts.deletedTitle') });
    await press(user, t('alerts.showAllButton'));
    expect(await screen.findByRole('heading', { name: t('alerts.noneTitle') })).toBeInTheDocument();
  });

  it('is not restored by saving if it was deleted in the meantime', async () => {
    await alertRules.setValue([rule]);
    await openForm('#alerts/edit/a');
    await alertRules.setValue([]);
    expect(
      await screen.findByRole('heading', { name: t('alerts.deletedTitle') }),
    ).toBeInTheDocument();
  });
});
