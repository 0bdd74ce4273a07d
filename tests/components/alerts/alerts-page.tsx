import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
// Normally loaded on demand. Imported here, so that no test waits for the module loader.
import '@/components/alerts/alert-editor.tsx';
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

export function control(alert: string, label: string): HTMLElement {
  return within(alertItem(alert)).getByRole('button', { name: `${label}: ${alert}` });
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
