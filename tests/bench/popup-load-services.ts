import type { Bench } from './bench-kind.ts';
import { comparePopups } from './popup-loads.ts';

const ROWS = 20;
const SERVICES = 5;

export const popupLoadServices: Bench = {
  name: 'popup-load-services',
  what: 'opening the popup, with several price services and with one',
  async run(effort) {
    const one = { feeds: ROWS, updatesPerSecond: 0 };
    const { own, reference } = await comparePopups({ ...one, services: SERVICES }, one, effort);
    return [
      {
        name: 'popup-load-services',
        what: `popup load until ${ROWS} prices are painted, with ${SERVICES} price services`,
        unit: 'ms',
        samples: own,
        reference: { what: 'the same popup with one price service', samples: reference },
        note: 'each in a browser of its own',
      },
    ];
  },
};
