import { browser } from 'wxt/browser';
import { firings } from '../../storage/values/alerts.ts';
import {
  alertIdOf,
  firingsOf,
  parseTarget,
  type NotificationTarget,
} from '../../domain/alerts/model/notification-target.ts';
import { feedOf } from '../../domain/holdings/subject.ts';
import { markFiringsSeen, snoozeAlert, pauseAlert } from '../../pages/alerts/alert-actions.ts';

const SNOOZE = 0;

/** Call this in the worker's first turn. */
export function listenToNotifications({ isFirefox }: { isFirefox: boolean }): void {
  browser.notifications.onClicked.addListener((id) => void open(id));
  if (!isFirefox) {
    browser.notifications.onButtonClicked.addListener((id, button) => void press(id, button));
  }
}

async function open(id: string): Promise<void> {
  const target = parseTarget(id);
  // First, so that a worker starting in between knows that these were delivered.
  if (target) await markSeen(target);
  await browser.notifications.clear(id);
  if (!target) return;
  const feedId = target.feedId === null ? null : feedOf(target.feedId);
  await openView(feedId === null ? '#alerts' : `#feed/${feedId}`);
}

async function press(id: string, button: number): Promise<void> {
  const target = parseTarget(id);
  if (!target) return;
  const alertId = alertIdOf(target.first);
  await (button === SNOOZE ? snoozeAlert(alertId, '1-hour') : pauseAlert(alertId));
  await markSeen(target);
  await browser.notifications.clear(id);
}

/** Opens the view in a tab that already shows the popup's page, otherwise in a new tab. */
async function openView(hash: string): Promise<void> {
  const page = browser.runtime.getURL('/popup.html');
  const url = page + hash;
  // Without the permission for tabs, Chromium may hide the URLs of an extension's own tabs.
  const documents = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
  // The welcome page has the popup in a frame.
  const shown = documents.find(
    ({ documentUrl, frameId }) => frameId === 0 && documentUrl?.startsWith(page),
  );
  if (!shown || !(await showIn(shown, url))) await browser.tabs.create({ url });
}

/** Resolves with false if the tab has been closed since. */
async function showIn(
  { tabId, windowId }: { tabId: number; windowId: number },
  url: string,
): Promise<boolean> {
  try {
    await browser.tabs.update(tabId, { active: true, url });
    await browser.windows.update(windowId, { focused: true });
    return true;
  } catch {
    return false;
  }
}

async function markSeen(target: NotificationTarget): Promise<void> {
  const shown = firingsOf(target, await firings.getValue());
  await markFiringsSeen(shown.map(({ id }) => id));
}
