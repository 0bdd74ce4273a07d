import { buildCatalog, searchCatalog, type FeedMetadata } from '../price-service/catalog.ts';
import { cutOff } from './cut-off.ts';
import { BTC_USD, ETH_USD, EUR_USD, SOL_USD } from './feeds.ts';
import { httpStatus, type SoakFault } from './soak-fault.ts';

const NEARLY_A_DAY_S = 23 * 60 * 60;
const FEED_LIST = '/v2/price_feeds';

/** Each feed gets the words of another one. */
const EXCHANGED: Readonly<Record<string, string>> = {
  [BTC_USD]: SOL_USD,
  [SOL_USD]: BTC_USD,
  [ETH_USD]: EUR_USD,
  [EUR_USD]: ETH_USD,
};

const NEVER_OPEN = 'America/New_York;C,C,C,C,C,C,C;';

/** False statements without a signature: faults of one service among several. */
export const LIES: Readonly<Record<string, SoakFault>> = {
  'Date headers 23 h ahead': {
    lasts: [3, 8],
    begin: (service) => {
      service.setDateAhead(NEARLY_A_DAY_S);
      service.endStreams();
      return () => service.setDateAhead(0);
    },
  },
  'a false feed list': {
    lasts: [3, 8],
    begin: (service) =>
      cutOff(service, { kind: 'body', body: JSON.stringify(falseList()), path: FEED_LIST }),
  },
  '503 dated 23 h ahead': {
    lasts: [2, 4],
    isReason: httpStatus(503),
    begin: async (service) => {
      service.setDateAhead(NEARLY_A_DAY_S);
      const end = await cutOff(service, { kind: 'status', status: 503 });
      return () => {
        service.setDateAhead(0);
        end();
      };
    },
  },
};

/** The feed list with exchanged names, in which every market is closed. */
function falseList(): FeedMetadata[] {
  const feeds = searchCatalog(buildCatalog(0), {});
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  return feeds.map(({ id, attributes }) => {
    const words = byId.get(EXCHANGED[id] ?? id)?.attributes ?? attributes;
    return { id, attributes: { ...words, schedule: NEVER_OPEN } };
  });
}
