import type { Bench, Effort } from './bench-kind.ts';
import { prepareLoads, preparePopup } from './popup-loads.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';
import { writeVanillaPage } from './vanilla-page.ts';

export const popupLoadVanilla: Bench = {
  name: 'popup-load-vanilla',
  what: 'opening the popup, and a small page of plain JavaScript with as many rows',
  async run(effort) {
    const rows: Measured[] = [];
    for (const feeds of [20, 200]) rows.push(await measure(feeds, effort));
    return rows;
  },
};

async function measure(feeds: number, { quick }: Effort): Promise<Measured> {
  const scene = await startBenchScene({ feeds, updatesPerSecond: 0 });
  try {
    const openOwn = await preparePopup(scene);
    const path = await writeVanillaPage(scene.extensionDir);
    const page = await scene.open('manifest.json');
    const wanted = {
      selector: '[data-part="watchlist"] [data-part="price"]',
      root: '#root',
      counts: { [path]: feeds },
    };
    const openVanilla = await prepareLoads(page, new URL(path, page.url()).href, wanted);
    const { own, reference } = await alternate(openOwn, openVanilla, {
      rounds: quick ? 9 : 31,
      warmUp: 3,
    });
    return {
      name: `popup-load-vanilla-${feeds}`,
      what: `popup load until its prices are painted, ${feeds} feeds`,
      unit: 'ms',
      samples: own,
      reference: { what: 'a vanilla page of ours, without charts and menus', samples: reference },
      note: 'in the same extension; the vanilla page makes all rows',
    };
  } finally {
    await scene.end();
  }
}
