import { join } from 'node:path';
import { BTC_USD } from '../browser/feeds.ts';
import { DEFAULT_FEEDS } from '../../lib/domain/watchlist/default-feeds.ts';
import type { PriceService } from '../price-service/server.ts';
import { ROOT } from '../tools/build.ts';
import { photographThemes, POPUP_SIZE } from '../tools/photograph.ts';
import { until } from '../tools/until.ts';
import { ALERTS, allDrawn, DRAWN_WITHIN_MS, onStage } from './stage.ts';

const AT_A_TIME = /\/v2\/updates\/price\/\d+$/;
// The extension waits at most this long between two requests for past prices.
const QUIET_MS = 15_000;

/** Takes the pictures of the README. Returns their files. */
export function takeProjectPictures(): Promise<string[]> {
  const [bitcoin, ether, solana, , , gold] = DEFAULT_FEEDS.map(({ id }) => id);
  const groups = [
    { id: 'majors', name: 'Majors', feedIds: [bitcoin, ether, solana] },
    { id: 'metals', name: 'Metals', feedIds: [gold] },
  ];
  return onStage('en', { alerts: ALERTS, groups }, async ({ browser, service }) => {
    const shots = {
      popup: { view: 'popup.html', until: allDrawn },
      detail: { view: `popup.html#feed/${BTC_USD}`, until: () => noMoreRequests(service) },
      alerts: { view: 'popup.html#alerts' },
    };
    const files: string[] = [];
    for (const [name, shot] of Object.entries(shots)) {
      const path = join(ROOT, 'assets', name);
      files.push(...(await photographThemes(browser, { size: POPUP_SIZE, ...shot }, path)));
    }
    return files;
  });
}

/** Waits until the chart has all past prices. */
async function noMoreRequests({ requests }: PriceService): Promise<void> {
  await until(
    () => {
      const last = requests.findLast(({ path }) => AT_A_TIME.test(path));
      return last !== undefined && Date.now() - last.at > QUIET_MS;
    },
    { what: 'all past prices', timeoutMs: DRAWN_WITHIN_MS },
  );
}
