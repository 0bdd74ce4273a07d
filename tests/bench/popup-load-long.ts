import type { Bench } from './bench-kind.ts';
import { comparePopups } from './popup-loads.ts';

const ROWS = 1_000;
const FEW_ROWS = 20;

export const popupLoadLong: Bench = {
  name: 'popup-load-1000',
  what: 'opening the popup with a long list and with a short one',
  async run(effort) {
    const { own, reference } = await comparePopups(
      { feeds: ROWS, updatesPerSecond: 0 },
      { feeds: FEW_ROWS, updatesPerSecond: 0 },
      effort,
    );
    return [
      {
        name: 'popup-load-1000',
        what: `popup load until its prices are painted, with ${ROWS} feeds`,
        unit: 'ms',
        samples: own,
        reference: { what: `the same popup with ${FEW_ROWS} feeds`, samples: reference },
        note: 'each in a browser of its own; only rows near the window are in the document',
      },
    ];
  },
};
