import { createMarket } from '../price-service/market.ts';
import { priceUpdateJson } from '../price-service/updates.ts';
import { createWalkSource } from '../price-service/walk-source.ts';
import { atMost, type Bench } from './measure.ts';

const FEEDS = 20;

export const leanBytes: Bench = {
  name: 'lean-bytes',
  what: "bytes per feed in an update, compared with the official client's default",
  run() {
    const source = createWalkSource(1, FEEDS);
    const ids = source.feeds.slice(0, FEEDS).map(({ id }) => id);
    let now = Date.now();
    const market = createMarket(source, () => now);
    const updates = Array.from({ length: 10 }, () => {
      now += 400;
      return market.update(ids, market.advance());
    });
    const bytes = (form: Parameters<typeof priceUpdateJson>[1]): number[] =>
      updates.map((update) => priceUpdateJson(update, form).length / FEEDS);
    return Promise.resolve([
      {
        name: 'lean-bytes',
        what: `bytes per feed in an update of ${FEEDS} feeds`,
        unit: 'B',
        samples: bytes({ encoding: 'base64', parsed: false }),
        reference: { what: 'hex and parsed', samples: bytes({ encoding: 'hex', parsed: true }) },
        note: 'signed like the public service: 3 signatures, proofs of 12 hashes',
        budget: atMost(0.45, 'ratio'),
      },
    ]);
  },
};
