import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_ALERTS_PER_FEED } from '@/lib/domain/alerts/model/rule-changes.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { BTC, catalogFeed, chooseInRow, row, storedPrice, tick } from '../popup/popup-page.tsx';
import {
  chooseIn,
  chooseVerb,
  levelField,
  makeAlert,
  openAt,
  openSentence,
  sentence,
  storedTriggers,
} from './alerts-page.tsx';

const NEW = `#alerts/new/${BTC}`;

beforeEach(async () => {
  await tick({ [BTC]: storedPrice() });
});

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

async function type(user: UserEvent, text: string): Promise<void> {
  await user.clear(levelField());
  if (text !== '') await user.type(levelField(), text);
}

/** Presses "Add alert" and checks the trigger of the only stored alert. */
async function expectCreated(user: UserEvent, trigger: Trigger): Promise<void> {
  await press(user, t('alerts.addButton'));
  await waitFor(async () => expect(await storedTriggers()).toEqual([trigger]));
}

async function expectStored(expected: Partial<AlertRule>): Promise<void> {
  await waitFor(async () => expect(await alertRules.getValue()).toMatchObject([expected]));
}

describe('a new alert', () => {
  it('says that it sleeps while no page is open, if the user wants no updates then', async () => {
    await backgroundUpdates.setValue('none');
    await openAt(NEW);
    await waitFor(() => expect(levelField()).toHaveAccessibleDescription(/Alerts sleep/));
  });

  it('takes two clicks from a row of the watchlist, and leads back to the row', async () => {
    const { user } = await openAt('');
    await chooseInRow(user, 'BTC/USD', t('row.menu.newAlert'));
    await user.click(await screen.findByRole('button', { name: t('alerts.addButton') }));
    const trigger = { kind: 'crosses', direction: 'above', level: '65000' };
    await waitFor(async () => expect(await storedTriggers()).toEqual([trigger]));
    await waitFor(() => expect(row('BTC/USD')).toBeVisible());
    expect(row('BTC/USD').contains(document.activeElement)).toBe(true);
  });

  it('is opened by A on a row with its level selected, and added with Enter', async () => {
    const { user } = await openAt('');
    row('BTC/USD').querySelector('a')!.focus();
    await user.keyboard('a');
    await waitFor(() => expect(levelField()).toHaveFocus());
    const field = levelField() as HTMLInputElement;
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    await user.keyboard('66k{Enter}');
    await waitFor(async () => expect(await storedTriggers()).toMatchObject([{ level: '66000' }]));
    await waitFor(() => expect(row('BTC/USD').querySelector('a')).toHaveFocus());
  });

  it('is given up with Escape, which leads back to the row', async () => {
    const { user } = await openAt('');
    row('BTC/USD').querySelector('a')!.focus();
    await user.keyboard('a');
    await waitFor(() => expect(levelField()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(row('BTC/USD').querySelector('a')).toHaveFocus());
    expect(await alertRules.getValue()).toEqual([]);
  });

  it('is a sentence with a level that is sensibly far away, and says how far', async () => {
    await openSentence(NEW);
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000');
    expect(levelField()).toHaveAccessibleDescription('1.07% above the price now');
  });

  it('has the suggested level of its verb, until a level is typed', async () => {
    const user = await openSentence(NEW);
    await chooseVerb(user, 'below');
    expect(sentence()).toBe('Alert me when BTC/USD falls below 63,500');
    expect(levelField()).toHaveAccessibleDescription('1.26% below the price now');
    await type(user, '64999');
    await chooseVerb(user, 'below');
    expect(sentence()).toBe('Alert me when BTC/USD falls below 64999');
  });

  it('follows the side of the level until a verb is chosen', async () => {
    const user = await openSentence(NEW);
    await type(user, '50000');
    expect(sentence()).toBe('Alert me when BTC/USD falls below 50000');
    await chooseVerb(user, 'either');
    await type(user, '70000');
    expect(sentence()).toBe('Alert me when BTC/USD crosses 70000');
  });

  it('starts with the level in the address', async () => {
    await openSentence(`${NEW}?level=60000.5`);
    expect(sentence()).toBe('Alert me when BTC/USD falls below 60,000.5');
  });

  it.each([
    ['65,00.0', t('price.notANumber', { whole: '65000', fraction: '0.5' })],
    ['', t('price.notANumber', { whole: '65000', fraction: '0.5' })],
    ['9'.repeat(61), t('alertForm.problem.level')],
  ])('says why %j is no level, and waits', async (typed, problem) => {
    const user = await openSentence(NEW);
    fireEvent.change(levelField(), { target: { value: typed } });
    expect(levelField()).toBeInvalid();
    expect(levelField()).toHaveAccessibleDescription(problem);
    expect(screen.getByText(t('rehearsal.noLevel'))).toBeVisible();
    expect(screen.getByRole('button', { name: t('alerts.addButton') })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.type(levelField(), '{Enter}');
    await press(user, t('alerts.addButton'));
    expect(await alertRules.getValue()).toEqual([]);
    expect(levelField()).toHaveValue(typed);
  });

  it('nearer than the price is certain is allowed, with a better offer', async () => {
    const user = await openSentence(NEW);
    await type(user, '64320');
    expect(levelField()).toHaveAccessibleDescription(t('alertForm.near', { confidence: '±12.50' }));
    expect(screen.getByRole('button', { name: t('alerts.addButton') })).not.toHaveAttribute(
      'aria-disabled',
    );
    await press(user, t('alertForm.useLevel', { level: '65,000' }));
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000');
  });

  it('has no level before there is a price', async () => {
    await openSentence(`#alerts/new/${catalogFeed(7, {}).id}`);
    expect(levelField()).toHaveValue('');
    expect(levelField()).toBeValid();
    expect(screen.getByText(t('rehearsal.noLevel'))).toBeVisible();
  });

  it('says that its level is one of sample prices', async () => {
    await areSamplesShown.setValue(true);
    await openSentence(NEW);
    expect(await screen.findByText(t('rehearsal.samples'))).toBeVisible();
    expect(screen.getByText(t('samples.short'))).toBeVisible();
  });

  it('states the limit when the feed has too many alerts', async () => {
    await alertRules.setValue(
      Array.from({ length: MAX_ALERTS_PER_FEED }, (_, n) => makeAlert(`n${n}`)),
    );
    const user = await openSentence(NEW);
    await press(user, t('alerts.addButton'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      t('alerts.refusal.tooManyOnFeed', { limit: '100' }),
    );
    expect(sentence()).toBeDefined();
  });
});

describe('the verbs', () => {
  it('store a move', async () => {
    const user = await openSentence(NEW);
    await chooseVerb(user, 'moves');
    expect(sentence()).toBe('Alert me when BTC/USD moves by 5% within 24 hours');
    const amount = screen.getByRole('textbox', { name: t('alertForm.atLeastLabel') });
    await user.clear(amount);
    await user.type(amount, '2.5');
    await chooseIn(user, t('alertForm.withinLabel'), '4 hours');
    await expectCreated(user, {
      kind: 'moves',
      direction: 'either',
      by: { unit: 'percent', amount: '2.5' },
      withinSeconds: 14_400,
    });
  });

  it('gray the opening of a market that never closes', async () => {
    const user = await openSentence(NEW);
    await user.click(screen.getByRole('button', { name: /^Alert me when…: / }));
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(5);
    const opens = screen.getByRole('menuitemradio', { name: /market opens/ });
    expect(opens).toHaveAttribute('aria-disabled', 'true');
    expect(opens).toHaveTextContent(t('alertForm.neverCloses'));
    await user.click(opens);
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000');
  });

  it('store the opening of a market, rehearsed by its hours', async () => {
    const schedule = 'UTC;0900-1700,0900-1700,0900-1700,0900-1700,0900-1700,C,C;';
    await followedFeeds.setValue({ [BTC]: { display_symbol: 'BTC/USD', schedule } });
    const user = await openSentence(NEW);
    await chooseVerb(user, 'opens');
    expect(sentence()).toBe('Alert me when BTC/USD’s market opens');
    expect(
      await screen.findByText(/^the first of 2[0-3] times in the last 30 days$/),
    ).toBeVisible();
    await expectCreated(user, { kind: 'market', change: 'opens' });
  });
});

describe('the options', () => {
  it('are stored', async () => {
    const user = await openSentence(NEW);
    await chooseIn(user, t('alertForm.repeatLabel'), t('alerts.repeat.day'));
    await press(user, 'Expires: Never');
    fireEvent.change(screen.getByLabelText(t('alertForm.expiryLabel')), {
      target: { value: '2999-01-01T10:00' },
    });
    await press(user, 'Note: None');
    await user.keyboard('Sell a third{Enter}');
    expect(await screen.findByRole('button', { name: 'Note: Sell a third' })).toHaveFocus();
    await press(user, t('alerts.addButton'));
    await expectStored({
      repeat: { mode: 'repeating', cooldownSeconds: 86_400 },
      expiresAt: new Date('2999-01-01T10:00').getTime(),
      note: 'Sell a third',
    });
  });

  it('repeat every time, at most every hour unless chosen', async () => {
    const user = await openSentence(NEW);
    await chooseIn(user, t('alertForm.repeatLabel'), t('alertForm.everyTime'));
    await press(user, t('alerts.addButton'));
    await expectStored({ repeat: { mode: 'repeating', cooldownSeconds: 3_600 } });
  });
});

describe('an existing alert', () => {
  const rule = makeAlert('a', {
    trigger: { kind: 'crosses', direction: 'above', level: '65000', alsoIfThere: true },
    repeat: { mode: 'repeating', cooldownSeconds: 86_400 },
    note: 'Mine',
    armedAt: 5,
    snoozedUntil: 9,
    enabled: false,
  });

  it('is the same sentence, and keeps what it does not show', async () => {
    await alertRules.setValue([rule]);
    const user = await openSentence('#alerts/edit/a');
    expect(sentence()).toBe('Alert me when BTC/USD rises above 65,000');
    expect(screen.getByRole('button', { name: /^Repeat: .*every day$/ })).toBeVisible();
    await type(user, '66000');
    await press(user, t('common.saveButton'));
    const trigger = { ...rule.trigger, level: '66000' };
    await waitFor(async () => expect(await alertRules.getValue()).toEqual([{ ...rule, trigger }]));
  });

  it('keeps a verb that is no longer offered', async () => {
    const trigger = { kind: 'moves', direction: 'down', by: { unit: 'value', amount: '500' } };
    await alertRules.setValue([
      makeAlert('a', { trigger: { ...trigger, withinSeconds: 300 } as Trigger }),
    ]);
    const user = await openSentence('#alerts/edit/a');
    expect(sentence()).toBe('Alert me when BTC/USD falls by 500 within 5 minutes');
    await chooseIn(user, t('alertForm.withinLabel'), '15 minutes');
    await press(user, t('common.saveButton'));
    await waitFor(async () =>
      expect(await storedTriggers()).toEqual([{ ...trigger, withinSeconds: 900 }]),
    );
  });

  it('is deleted with Undo', async () => {
    await alertRules.setValue([rule]);
    const user = await openSentence('#alerts/edit/a');
    await press(user, t('common.deleteButton'));
    await waitFor(async () => expect(await alertRules.getValue()).toEqual([]));
    await user.click(await screen.findByRole('button', { name: t('common.undoButton') }));
    await waitFor(async () => expect(await alertRules.getValue()).toEqual([rule]));
  });

  it('that was deleted in the meantime no longer exists', async () => {
    await alertRules.setValue([rule]);
    const user = await openSentence('#alerts/edit/a');
    await alertRules.setValue([]);
    await screen.findByRole('heading', { name: t('alerts.deletedTitle') });
    await press(user, t('alerts.showAllButton'));
    expect(await screen.findByRole('heading', { name: t('alerts.noneTitle') })).toBeInTheDocument();
  });
});
