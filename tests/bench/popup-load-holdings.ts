import type { Bench } from './bench-kind.ts';
import { comparePopups } from './popup-loads.ts';

const ROWS = 200;

export const popupLoadHoldings: Bench = {
  name: 'popup-load-holdings',
  what: 'opening the popup, with a holding of every feed and with none',
  async run(effort) {
    const none = { feeds: ROWS, updatesPerSecond: 0 };
    const { own, reference } = await comparePopups({ ...none, hasHoldings: true }, none, effort);
    return [
      {
        name: 'popup-load-holdings',
        what: `popup load until ${ROWS} prices are painted, with ${ROWS} holdings`,
        unit: 'ms',
        samples: own,
        reference: { what: 'the same popup without holdings', samples: reference },
        note: 'each in a browser of its own',
      },
    ];
  },
};
