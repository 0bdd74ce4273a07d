import { describe, expect, it } from 'vitest';
import {
  added,
  dueIn,
  failed,
  nextAttemptAt,
  sent,
  type Outbox,
  type SendProblem,
  WAIT_MS,
} from '@/lib/domain/forwarding/outbox.ts';

const T0 = 1_795_000_000_000;
const MESSAGE = { id: 'a', title: 'BTC/USD rose', text: '82,010' };
const AWAY: SendProblem = { code: 'status', status: 503 };

/** All attempts until nothing is waiting, in seconds after the first one. */
function attempts(problem: SendProblem, retryAfterMs?: number): number[] {
  let outbox: Outbox = added([], MESSAGE, T0);
  const times: number[] = [];
  for (let next = nextAttemptAt(outbox); next !== null; next = nextAttemptAt(outbox)) {
    expect(dueIn(outbox, next)?.id).toBe('a');
    expect(dueIn(outbox, next - 1)).toBeNull();
    times.push((next - T0 - WAIT_MS) / 1_000);
    outbox = failed(outbox, 'a', { problem, now: next, retryAfterMs });
  }
  expect(outbox).toMatchObject([{ problem, nextAt: null }]);
  return times;
}

describe('a message that cannot be sent', () => {
  it.each<SendProblem>([
    AWAY,
    { code: 'unreachable' },
    { code: 'status', status: 429 },
    { code: 'status', status: 408 },
  ])('is tried for an hour, with growing pauses: %j', (problem) => {
    const times = attempts(problem);
    expect(times.slice(0, 7)).toEqual([0, 5, 20, 65, 185, 485, 1_085]);
    expect(times.at(-1)).toBeLessThanOrEqual(3_600);
    expect(times.at(-1)).toBeGreaterThan(3_000);
  });

  it.each([400, 401, 403, 404, 410])('is not tried again if it is refused with %i', (status) => {
    expect(attempts({ code: 'status', status })).toEqual([0]);
  });

  it('waits as long as the service asks', () => {
    expect(attempts(AWAY, 30 * 60_000)).toEqual([0, 1_800, 3_600]);
  });
});

describe('the outbox', () => {
  it('has each message once', () => {
    const once = added([], MESSAGE, T0);
    expect(added(once, { ...MESSAGE, text: 'again' }, T0 + 1)).toEqual(once);
  });

  it('loses a message that was sent, and no other', () => {
    const both = added(added([], MESSAGE, T0), { ...MESSAGE, id: 'b' }, T0 + 1);
    expect(sent(both, 'a').map(({ id }) => id)).toEqual(['b']);
    expect(failed(both, 'b', { problem: AWAY, now: T0 })[0]).toEqual(both[0]);
  });

  it('keeps the last 50', () => {
    let outbox: Outbox = [];
    for (let count = 0; count < 60; count += 1) {
      outbox = added(outbox, { ...MESSAGE, id: String(count) }, T0);
    }
    expect(outbox.map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, n) => String(n + 10)),
    );
  });
});
