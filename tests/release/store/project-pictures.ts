import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BTC_USD } from '../../browser/feeds.ts';
import type { PriceService } from '../../price-service/server.ts';
import { ROOT } from '../../tools/build.ts';
import type { ExtensionBrowser } from '../../tools/extension.ts';
import { until } from '../../tools/until.ts';
import { drawn, POPUP, take, withExtension, type Shot } from './scenes.ts';

const AT_A_TIME = /\/v2\/updates\/price\/\d+$/;
// The extension waits at most this long between two requests for past prices.
const QUIET_MS = 15_000;
const FILL_TIMEOUT_MS = 240_000;

/** Takes the pictures of the README. Returns their files. */
export async function takeProjectPictures(): Promise<string[]> {
  const files: string[] = [];
  await withExtension('en', async ({ browser, service, watchlist }) => {
    const [bitcoin, ether, solana, , , gold] = watchlist;
    await browser.storageSet('local', {
      groups: [
        { id: 'majors', name: 'Majors', feedIds: [bitcoin, ether, solana] },
        { id: 'metals', name: 'Metals', feedIds: [gold] },
      ],
    });
    const shots: Record<string, Shot> = {
      'popup.png': { view: 'popup.html', size: POPUP, until: drawn },
      'detail.png': {
        view: `popup.html#feed/${BTC_USD}`,
        size: POPUP,
        until: () => noMoreRequests(service),
      },
      'alerts.png': { view: 'popup.html#alerts', size: POPUP },
    };
    for (const [name, shot] of Object.entries(shots))
      files.push(...(await save(browser, name, shot)));
  });
  return files;
}

async function save(browser: ExtensionBrowser, name: string, shot: Shot): Promise<string[]> {
  const files: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const file = join('assets', name.replace('.', `-${scheme}.`));
    const picture = await take(browser, { ...shot, scheme });
    await writeFile(join(ROOT, file), picture, 'base64');
    files.push(file);
  }
  return files;
}

/** Waits until the chart has all past prices. */
async function noMoreRequests(service: PriceService): Promise<void> {
  await until(
    () => {
      const last = service.requests.findLast(({ path }) => AT_A_TIME.test(path));
      return last !== undefined && Date.now() - last.at > QUIET_MS;
    },
    { what: 'all past prices', timeoutMs: FILL_TIMEOUT_MS },
  );
}
