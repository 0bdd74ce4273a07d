import type { Bench } from './bench-kind.ts';
import { preparePopup } from './popup-loads.ts';
import { alternate } from './rounds.ts';
import { startBenchScene } from './scene.ts';

const ROWS = 20;
const SERVICES = 5;

export const popupLoadServices: Bench = {
  name: 'popup-load-services',
  what: 'opening the popup, with several price services and with one',
  async run({ quick }) {
    const options = { feeds: ROWS, updatesPerSecond: 0 };
    const several = await startBenchScene({ ...options, services: SERVICES });
    try {
      const one = await startBenchScene(options);
      try {
        const { own, reference } = await alternate(
          await preparePopup(several, ROWS),
          await preparePopup(one, ROWS),
          { rounds: quick ? 9 : 31, warmUp: 3 },
        );
        const what = `popup load until ${ROWS} prices are painted, with ${SERVICES} price services`;
        return [
          {
            name: 'popup-load-services',
            what,
            unit: 'ms',
            samples: own,
            reference: { what: 'the same popup with one price service', samples: reference },
            note: 'each in a browser of its own',
          },
        ];
      } finally {
        await one.end();
      }
    } finally {
      await several.end();
    }
  },
};
