import { cutOff } from './cut-off.ts';
import type { SoakFault } from './faults.ts';

/** Ways in which a service asks for a pause. */
export const PAUSE_FAULTS: Readonly<Record<string, SoakFault>> = {
  '429 with Retry-After': {
    // The stream retries after 1 s, so the pause is known before the worker is killed.
    lasts: [2, 3],
    words: /asked for a pause/,
    isRefusal: true,
    penalty: { status: 429, ms: 3_000 },
    recoverySeconds: 3,
    begin: (service) =>
      cutOff(service, { kind: 'status', status: 429, headers: { 'retry-after': '3' } }),
  },
  '503 with Retry-After': {
    lasts: [2, 3],
    // The stream's first retry shows the status before the pause.
    words: /asked for a pause|HTTP 503/,
    isRefusal: true,
    penalty: { status: 503, ms: 3_000 },
    recoverySeconds: 3,
    begin: (service) =>
      cutOff(service, { kind: 'status', status: 503, headers: { 'retry-after': '3' } }),
  },
  '429 whose body hangs': {
    lasts: [2, 3],
    words: /asked for a pause/,
    isRefusal: true,
    penalty: { status: 429, ms: 3_000 },
    recoverySeconds: 3,
    begin: (service) =>
      cutOff(service, {
        kind: 'status',
        status: 429,
        headers: { 'retry-after': '3' },
        body: 'Too many requests from this address.',
        hangs: true,
      }),
  },
  '429 for a minute': {
    lasts: [1, 2],
    words: /asked for a pause/,
    isRefusal: true,
    penalty: { status: 429, ms: 60_000 },
    recoverySeconds: 60,
    leastRunSeconds: 170,
    begin: (service) => cutOff(service, { kind: 'status', status: 429 }),
  },
};
