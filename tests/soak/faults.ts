import { pick } from './chance.ts';
import { cutOff } from './cut-off.ts';
import { DATA_FAULTS } from './data-faults.ts';
import { PAUSE_FAULTS } from './pause-faults.ts';
import type { SoakService } from './service.ts';
import { httpStatus, problem, type SoakFault } from './soak-fault.ts';

const STREAM = '/v2/updates/price/stream';
const HUGE_EVENT = `data: ${'x'.repeat(9 * 1024 * 1024)}`;
const FINAL_WORDS = 'event: error\ndata: Connection timeout reached (24h)\n\n';

/** All faults, by the name that the log shows. */
export const SOAK_FAULTS: Readonly<Record<string, SoakFault>> = {
  'server errors': {
    lasts: [1, 3],
    isReason: httpStatus(500, 502, 503, 504),
    begin: (service, random) =>
      cutOff(service, { kind: 'status', status: pick([500, 502, 503, 504], random) }),
  },
  'some requests fail': {
    lasts: [3, 5],
    isReason: httpStatus(503),
    begin: (service) => cutOff(service, { kind: 'status', status: 503, share: 1 / 3 }),
  },
  'stream refused': {
    lasts: [1, 2],
    isReason: httpStatus(400, 410, 451),
    isRefusal: true,
    begin: (service, random) =>
      cutOff(service, { kind: 'status', status: pick([400, 410, 451], random), path: STREAM }),
  },
  'connections reset': {
    lasts: [1, 3],
    begin: (service) => cutOff(service, { kind: 'reset', where: 'connection' }),
  },
  'answers cut in half': {
    lasts: [1, 3],
    isReason: problem('invalid-answer'),
    begin: (service, random) =>
      cutOff(service, random() < 0.5 ? { kind: 'reset', where: 'body' } : { kind: 'truncate' }),
  },
  'service away': {
    lasts: [1, 4],
    begin: goAway,
  },
  'service away for long': {
    lasts: [9, 14],
    leastRunSeconds: 150,
    begin: goAway,
  },
  'requests hang': {
    lasts: [2, 4],
    isReason: problem('timeout'),
    begin: async (service, random) => {
      await cutOff(service, { kind: 'hang', where: random() < 0.5 ? 'before' : 'body' });
      // Only a restart of the service ends the requests that hang.
      return async () => {
        await service.stop();
        await service.start();
      };
    },
  },
  'streams end after 24 h': {
    lasts: [1, 3],
    begin: (service) =>
      cutOff(service, { kind: 'stream-lines', lines: FINAL_WORDS, end: true, times: 2 }),
  },
  'bad events': {
    lasts: [1, 3],
    isReason: problem('invalid-answer'),
    begin: (service, random) =>
      cutOff(service, { kind: 'stream-lines', lines: pick(BAD_EVENTS, random) }),
  },
  'an endless event': {
    lasts: [1, 2],
    isReason: problem('invalid-answer'),
    begin: (service) =>
      cutOff(service, { kind: 'stream-lines', lines: HUGE_EVENT, path: STREAM, times: 1 }),
  },
  'another kind of answer': {
    lasts: [1, 2],
    isReason: problem('invalid-answer'),
    isRefusal: true,
    begin: (service) => cutOff(service, { kind: 'body', body: '<html>Log in</html>' }),
  },
  'slow and in pieces': {
    lasts: [2, 4],
    begin: async (service) => {
      service.fail({ kind: 'split', bytes: 700 });
      return cutOff(service, { kind: 'delay', ms: 300 });
    },
  },
  ...PAUSE_FAULTS,
  'token refused': {
    lasts: [1, 2],
    isReason: problem('token-needed', 'token-rejected'),
    needsUser: true,
    begin: (service, random) =>
      cutOff(service, { kind: 'status', status: pick([401, 403], random), path: '/v2/updates/' }),
  },
  'stream falls silent': {
    lasts: [31, 32],
    isReason: problem('stream-silent'),
    leastRunSeconds: 150,
    begin: (service) => cutOff(service, { kind: 'silence', path: STREAM, times: 1 }),
  },
  ...DATA_FAULTS,
};

const BAD_EVENTS = [
  'data: {"binary": this is not JSON\n\n',
  'data: {"nonsense": true}\n\n',
  'data: []\n\ndata: null\n\ndata: "x"\n\n',
  'event: unheard-of\ndata: {}\n\n',
  'event: error\ndata: Error receiving update: Update data not found\n\n',
  'data: {"binary":{"encoding":"hex","data":["00"]},"parsed":[{"id":"__proto__"}]}\n\n',
] as const;

async function goAway(service: SoakService): Promise<() => Promise<void>> {
  await service.stop();
  return () => service.start();
}
