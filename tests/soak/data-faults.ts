import { TAMPERINGS, type Tampering } from '../price-service/tampering.ts';
import { pick } from './chance.ts';
import type { SoakFault } from './soak-fault.ts';
import { EUR_USD } from './feeds.ts';

const DAY_S = 86_400;

/** Responses and streams that arrive, with wrong times or wrong signatures. */
export const DATA_FAULTS: Readonly<Record<string, SoakFault>> = {
  'clock ahead': {
    lasts: [2, 4],
    begin: (service, random) => {
      service.setClockAhead(5_000 + Math.floor(random() * 15_000));
      return () => service.setClockAhead(0);
    },
  },
  'a price from the future': {
    lasts: [1, 3],
    begin: (service) => {
      const publishTime = Math.floor(Date.now() / 1_000) + 2 * DAY_S;
      service.setPrice(EUR_USD, { price: '110000000', expo: -8, publishTime });
      return () => service.setPrice(EUR_USD, { price: '120000000', expo: -8 });
    },
  },
  'false signatures': tampered(TAMPERINGS),
  'other signers': tampered(['unknown-set', 'wrong-emitter', 'short-quorum']),
  'old updates again': tampered(['replayed-update']),
};

function tampered(tamperings: readonly Tampering[]): SoakFault {
  return {
    lasts: [2, 4],
    begin: (service, random) => {
      service.tamper(pick(tamperings, random));
      return () => service.tamper(undefined);
    },
  };
}
