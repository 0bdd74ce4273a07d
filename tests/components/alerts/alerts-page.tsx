import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
// Normally loaded on demand. Imported here, so that no test waits for the module loader.
import '@/components/detail/detail-view.tsx';
import '@/components/alerts/alert-list.tsx';
import '@/components/alerts/fired-alerts.tsx';
import '@/components/alerts/unseen-count.tsx';
import { step } from '@/lib/domain/alerts/engine/step.ts';
import { firingSchema, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import {
  alertRuleSchema,
  type AlertRule,
  type AlertRuleInput,
} from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedAlertsItems } from '@/lib/storage/values/alert-states.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { BTC, openPopup } from '../popup/popup-page.tsx';

/** Opens the popup at a URL hash. */
export async function openAt(hash: string) {
  window.location.hash = hash;
  return openPopup();
}

export function makeAlert(id: string, change: Partial<AlertRuleInput> = {}): AlertRule {
  return alertRuleSchema.parse({
    id,
    feedId: BTC,
    trigger: { kind: 'crosses', direction: 'above', level: '65000' },
    ...change,
  });
}

/** Stores an alert state as the background does after it has checked the feed. */
export async function storeState(
  rule: AlertRule,
  change: Partial<AlertState>,
  lookedAt: number = Date.now(),
): Promise<void> {
  const state = { ...step(rule, null, NOTHING).state, ...change };
  const watch = { newest: null, lookedAt, checkedAt: lookedAt };
  const record = { watch, states: { [rule.id]: state }, revision: 1 };
  await fakeBrowser.storage.session.set(feedAlertsItems(new Map([[rule.feedId, record]])));
}

const NOTHING = {
  subjectId: BTC,
  isAnswer: false,
  at: 0,
  trueAt: 0,
  marketOpen: true,
  stale: false,
  latest: null,
  fresh: null,
  isLate: false,
  afterGap: false,
  afterPause: false,
};

/** The price was seen below the level, so the alert can fire. */
export const ARMED: Partial<AlertState> = {
  tracker: { kind: 'crossing', seen: 'below', needsReset: false },
};

export function makeFiring(id: string, change: Partial<Firing> = {}): Firing {
  return firingSchema.parse({
    id,
    alertId: 'a',
    feedId: BTC,
    at: Date.now(),
    what: { kind: 'crosses', direction: 'above', level: '65000' },
    missed: false,
    price: {
      price: '6501245000000',
      conf: '1250000000',
      expo: -8,
      publishTime: Math.floor(Date.now() / 1_000),
      slot: null,
    },
    delivered: 'notified',
    seenAt: null,
    ...change,
  });
}

export function alertItem(name: string): HTMLElement {
  return screen.getByRole('listitem', { name });
}

export function menuButton(alert: string): HTMLElement {
  const name = t('row.menuLabel', { name: alert });
  return within(alertItem(alert)).getByRole('button', { name });
}

/** Chooses an item of an alert's menu. */
export async function choose(user: UserEvent, alert: string, item: string | RegExp): Promise<void> {
  await user.click(menuButton(alert));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

export async function storedTriggers(): Promise<AlertRule['trigger'][]> {
  return (await alertRules.getValue()).map(({ trigger }) => trigger);
}

/** The sentence of the alert that is being written, with what is typed. */
export function sentence(): string | undefined {
  const element = document.querySelector('[data-part="alert-sentence"] > div');
  const words = (node: Node): string =>
    node instanceof Element && node.role === 'menu'
      ? ''
      : node instanceof HTMLInputElement
        ? node.value
        : node.childNodes.length === 0
          ? (node.textContent ?? '')
          : [...node.childNodes].map(words).join('');
  return element ? words(element).replaceAll(/\s/g, ' ') : undefined;
}

export const levelField = (): HTMLElement =>
  screen.getByRole('textbox', { name: t('alertForm.levelLabel') });

/** Chooses an item of a part of the sentence, or of an option. */
export async function chooseIn(user: UserEvent, label: string, item: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: new RegExp(`^${label}: `) }));
  const name = new RegExp(`^${item.replaceAll(' ', String.raw`\s`)}$`);
  await user.click(screen.getByRole('menuitemradio', { name }));
}

export const chooseVerb = (
  user: UserEvent,
  verb: 'above' | 'below' | 'either' | 'moves' | 'opens',
) => chooseIn(user, t('alertForm.kindLabel'), t(`alertForm.verb.${verb}`));

/** Opens an alert to write, and waits for its sentence. */
export async function openSentence(hash: string) {
  const { user } = await openAt(hash);
  await waitFor(() => expect(sentence()).toBeDefined());
  return user;
}
