import type { Bench, Effort } from './bench-kind.ts';
import { OtherTickerError, startOtherTicker, type OtherTicker } from './other-ticker.ts';
import { prepareLoads, preparePopup } from './popup-loads.ts';
import { alternate } from './rounds.ts';
import type { Measured } from './row.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const ROWS = [20, 200];

export const popupLoadOther: Bench = {
  name: 'popup-load-other',
  what: "opening the popup, and another ticker's popup with as many feeds",
  async run(effort) {
    const rows: Measured[] = [];
    for (const count of ROWS) rows.push(...(await measure(count, effort)));
    return rows;
  },
};

async function measure(rows: number, effort: Effort): Promise<Measured[]> {
  const other = await startOtherTicker(rows).catch((error: unknown) => {
    if (!(error instanceof OtherTickerError)) throw error;
    console.log(`Skipped: the other ticker is not available, because ${error.message}.`);
    return null;
  });
  if (!other) return [];
  try {
    return [await comparePopups(other, rows, effort)];
  } finally {
    await other.close();
  }
}

/** Opens both popups alternately, in one browser. */
async function comparePopups(
  other: OtherTicker,
  rows: number,
  { quick }: Effort,
): Promise<Measured> {
  const scene = await startBenchScene({ feeds: rows, updatesPerSecond: 0 });
  try {
    const openOwn = await preparePopup(scene);
    const openOther = await prepareOther(scene, other, rows);
    const { own, reference } = await alternate(openOwn, openOther, {
      rounds: quick ? 9 : 31,
      warmUp: 3,
    });
    return {
      name: `popup-load-other-${rows}`,
      what: `popup load until ${rows} rows are painted`,
      unit: 'ms',
      samples: own,
      reference: { what: `the popup of ${other.name} with ${rows} rows`, samples: reference },
      note: 'the other popup has its own service on this machine, and no style sheet to download',
    };
  } finally {
    await scene.end();
  }
}

async function prepareOther(
  { open }: BenchScene,
  other: OtherTicker,
  rows: number,
): Promise<() => Promise<number>> {
  const page = await open('manifest.json');
  const id = await page.browser().installExtension(other.extensionDir);
  const wanted = { selector: other.row, root: other.root, counts: { [other.popup]: rows } };
  return prepareLoads(page, `chrome-extension://${id}${other.popup}`, wanted);
}
