import type { Fault } from './faults.ts';
import { createRandom, hash32 } from './hash.ts';

/** A time in which a price service fails, in seconds from its start. */
export interface Outage {
  fromSeconds: number;
  seconds: number;
  fault: Fault;
}

/** As if the service was not there. */
const AWAY: Fault = { kind: 'reset', where: 'before' };

/** Endless outages: 5 to 20 s each, after 20 to 60 s in which the service works. */
export function* randomOutages(seed: number): Generator<Outage> {
  const random = createRandom(hash32(seed, 0x0e7a));
  let fromSeconds = 0;
  for (;;) {
    fromSeconds += 20 + 40 * random();
    const seconds = 5 + 15 * random();
    yield { fromSeconds, seconds, fault: AWAY };
    fromSeconds += seconds;
  }
}

/** What an outage needs of the service. */
interface Target {
  /** Adds a fault; returns a function that removes it. */
  fail: (fault: Fault) => () => void;
  endStreams: () => void;
}

/** Plays outages one after another, from now on; returns a function that stops this. */
export function playOutages(outages: Iterable<Outage>, { fail, endStreams }: Target): () => void {
  const startedAt = performance.now();
  const upcoming = Iterator.from(outages);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function at(seconds: number, run: () => void): void {
    timer = setTimeout(run, startedAt + seconds * 1_000 - performance.now());
  }

  function playNext(): void {
    const { value: outage, done } = upcoming.next();
    if (done || !outage) return;
    const { fromSeconds, seconds, fault } = outage;
    at(fromSeconds, () => {
      const end = fail(fault);
      // Open streams meet the fault too.
      endStreams();
      at(fromSeconds + seconds, () => {
        end();
        playNext();
      });
    });
  }

  playNext();
  return () => clearTimeout(timer);
}
