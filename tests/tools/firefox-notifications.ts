import type { Page } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import type { ChromeScope } from './firefox-chrome-scope.ts';

/**
 * Clicks a notification that Firefox shows in a window of its own. Only the title identifies it.
 *
 * @param page of the extension
 */
export async function clickAlert(chrome: ChromeScope, page: Page, id: string): Promise<void> {
  const title = await page.evaluate(readNotificationTitle, id);
  const clicked = await chrome(`
    for (const alert of Services.wm.getEnumerator('alert:alert')) {
      const { value } = alert.document.getElementById('alertTitleLabel');
      if (value !== ${JSON.stringify(title)}) continue;
      const click = new alert.MouseEvent('click', { bubbles: true });
      alert.document.getElementById('alertBox').dispatchEvent(click);
      return value;
    }`);
  if (clicked === undefined) throw new Error(`Firefox shows no notification "${title}".`);
}

declare const browser: ExtensionApi;

// Runs in the page, without access to this module.
async function readNotificationTitle(id: string): Promise<string> {
  return (await browser.notifications.getAll())[id]?.title ?? '';
}
