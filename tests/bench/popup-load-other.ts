import type { Bench, Effort } from './bench-kind.ts';
import { OtherTickerError, startOtherTicker, type OtherTicker } from './other-ticker.ts';
import { prepareLoads, preparePopup } from './popup-loads.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const ROWS = 20;

export const popupLoadOther: Bench = {
  name: 'popup-load-other',
  what: "opening the popup, and another ticker's popup with as many rows",
  async run(effort) {
    const other = await startOtherTicker(ROWS).catch((error: unknown) => {
      if (!(error instanceof OtherTickerError)) throw error;
      console.log(`Skipped: the other ticker is not available, because ${error.message}.`);
      return null;
    });
    if (!other) return [];
    try {
      return [await comparePopups(other, effort)];
    } finally {
      await other.close();
    }
  },
};

/** Opens both popups alternately, in one browser. */
async function comparePopups(other: OtherTicker, { quick }: Effort): Promise<Measured> {
  const scene = await startBenchScene({ feeds: ROWS, updatesPerSecond: 0 });
  try {
    const openOwn = await preparePopup(scene, ROWS);
    const openOther = await prepareOther(scene, other);
    const { own, reference } = await alternate(openOwn, openOther, {
      rounds: quick ? 9 : 31,
      warmUp: 3,
    });
    return {
      name: 'popup-load-other',
      what: `popup load until ${ROWS} rows are painted`,
      unit: 'ms',
      samples: own,
      reference: { what: `the popup of ${other.name} with ${ROWS} rows`, samples: reference },
      note: 'the other popup has its own service on this machine, and no style sheet to download',
    };
  } finally {
    await scene.end();
  }
}

async function prepareOther(
  { open }: BenchScene,
  other: OtherTicker,
): Promise<() => Promise<number>> {
  const page = await open('manifest.json');
  const id = await page.browser().installExtension(other.extensionDir);
  const wanted = { selector: other.row, root: other.root, counts: { [other.popup]: ROWS } };
  return prepareLoads(page, `chrome-extension://${id}${other.popup}`, wanted);
}
