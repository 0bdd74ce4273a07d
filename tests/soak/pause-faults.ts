import { cutOff } from './cut-off.ts';
import { httpStatus, problem, type SoakFault } from './soak-fault.ts';

const PAUSE_S = 3;

/** The ways in which a service asks for a pause. */
export const PAUSE_FAULTS: Readonly<Record<string, SoakFault>> = {
  '429 with Retry-After': retryAfter(429),
  '503 with Retry-After': {
    ...retryAfter(503),
    // The stream's first retry shows the status before the pause.
    isReason: (reason) => problem('paused')(reason) || httpStatus(503)(reason),
  },
  '429 whose body hangs': retryAfter(429, {
    body: 'Too many requests from this address.',
    hangs: true,
  }),
  '429 for a minute': {
    lasts: [1, 2],
    isReason: problem('paused'),
    isRefusal: true,
    penalty: { status: 429, ms: 60_000 },
    recoverySeconds: 60,
    leastRunSeconds: 170,
    begin: (service) => cutOff(service, { kind: 'status', status: 429 }),
  },
};

function retryAfter(status: number, body: { body?: string; hangs?: boolean } = {}): SoakFault {
  const headers = { 'retry-after': String(PAUSE_S) };
  return {
    // The stream retries after 1 s, so the pause is known before the worker is killed.
    lasts: [2, 3],
    isReason: problem('paused'),
    isRefusal: true,
    penalty: { status, ms: PAUSE_S * 1_000 },
    recoverySeconds: PAUSE_S,
    begin: (service) => cutOff(service, { kind: 'status', status, headers, ...body }),
  };
}
