import { createRandom, hash32 } from '../price-service/hash.ts';
import { pause, until } from '../tools/until.ts';
import { deal } from './chance.ts';
import { faultOf, FAULTS } from './faults.ts';
import type { Span, Trouble } from './observations.ts';
import type { SoakService } from './services.ts';

const PAST_PRICES = /\/price\/\d+$/;
const STREAM = /\/stream$/;

/** What the troubles need of the user. */
interface User {
  log: (line: string) => void;
  /** Before a service asks for a pause. */
  beforePause: (service: SoakService) => Promise<void>;
  /** The service asked for a pause. @returns when it did, unix milliseconds */
  inPause: (troubles: ServiceTroubles) => Promise<number>;
  /** Changes the token of a service. */
  editToken: (place: number) => Promise<void>;
}

/** The faults of one service, and the periods in which it must get no request. */
export class ServiceTroubles {
  readonly service: SoakService;
  readonly all: Trouble[] = [];
  readonly penalties: Trouble[] = [];
  readonly refusals: Span[] = [];
  readonly #random: () => number;

  constructor(service: SoakService, seed: number) {
    this.service = service;
    this.#random = createRandom(hash32(seed, service.place, 0xfa17));
  }

  /** Starts a fault; the returned function ends it. */
  async begin(name: string): Promise<() => Promise<void>> {
    const trouble: Trouble = { fault: name, from: Date.now(), to: Infinity };
    this.all.push(trouble);
    const end = await faultOf(name).begin(this.service, this.#random);
    return async () => {
      await end();
      trouble.to = Date.now();
      this.#recordPauses(trouble);
    };
  }

  /** When the service first asked for a pause in the current fault; `null`: not yet. */
  pauseAskedAt(): number | null {
    const current = this.all.at(-1);
    const penalty = current && faultOf(current.fault).penalty;
    return penalty ? (this.#answered(current, [penalty.status])[0]?.at ?? null) : null;
  }

  /** Unix milliseconds at which the last pause ends that the service asked for; 0: there was none. */
  pauseEndsAt(): number {
    return Math.max(0, ...this.penalties.map(({ to }) => to));
  }

  #recordPauses(trouble: Trouble): void {
    const { penalty, needsUser } = faultOf(trouble.fault);
    // The headers are sent at once. Each response asks for the pause again.
    for (const { at } of penalty ? this.#answered(trouble, [penalty.status]) : []) {
      this.penalties.push({ fault: trouble.fault, from: at, to: at + (penalty?.ms ?? 0) });
    }
    if (!needsUser) return;
    // A token may cover the latest prices without past ones, whose refusal stops nothing else. A
    // refused stream is confirmed by one request, which may wait for the request limit.
    const refused = this.#answered(trouble, [401, 403]);
    const first = refused.find(({ path }) => !PAST_PRICES.test(path) && !STREAM.test(path));
    if (first) this.refusals.push({ from: first.at, to: trouble.to });
  }

  #answered({ from, to }: Span, statuses: readonly number[]) {
    return this.service.requests.filter(
      ({ at, status }) => at >= from && at <= to && statuses.includes(status ?? 0),
    );
  }
}

/** Lets each service fail by a schedule of its own, which does not wait for the others. */
export class Troubles {
  readonly byService: readonly ServiceTroubles[];
  readonly #user: User;
  readonly #isAlone: boolean;
  /** How many services fail now. */
  #current = 0;
  #isHeld = false;
  #isOver = false;

  constructor(services: readonly SoakService[], seed: number, user: User) {
    this.byService = services.map((service) => new ServiceTroubles(service, seed));
    this.#isAlone = services.length === 1;
    this.#user = user;
  }

  /** Until `end`; resolves when all services work again. */
  async play(seed: number, seconds: number): Promise<void> {
    await Promise.all(this.byService.map((troubles) => this.#playOne(troubles, seed, seconds)));
  }

  end(): void {
    this.#isOver = true;
  }

  /** Waits until all services work; none fails until the returned function is called. */
  async quiet(): Promise<() => void> {
    this.#isHeld = true;
    await until(() => this.#current === 0, { what: 'the end of all faults', timeoutMs: 300_000 });
    return () => {
      this.#isHeld = false;
    };
  }

  async #playOne(troubles: ServiceTroubles, seed: number, seconds: number): Promise<void> {
    const { place } = troubles.service;
    const random = createRandom(hash32(seed, place, 0x0b5e));
    const only = this.#isAlone ? 'several' : 'alone';
    const names = Object.keys(FAULTS).filter((name) => {
      const { only: wanted, leastRunSeconds = 0 } = faultOf(name);
      return wanted !== only && leastRunSeconds <= seconds;
    });
    // A check of the report is about each of these.
    const reported = names.filter((name) => faultOf(name).penalty || faultOf(name).needsUser);
    const next = deal(names, random, reported);
    await pause(1_000 * (this.#isAlone ? 1 : 4 + 10 * random()));
    while (!this.#isOver) {
      if (!this.#isHeld) {
        this.#current += 1;
        await this.#fail(troubles, next.next().value, random);
        this.#current -= 1;
      }
      // Several services need time to return to the preferred one.
      await pause(1_000 * (this.#isAlone ? 2 + 2 * random() : 5 + 12 * random()));
    }
  }

  async #fail(troubles: ServiceTroubles, name: string, random: () => number): Promise<void> {
    const { service } = troubles;
    const fault = faultOf(name);
    const [least, most] = fault.lasts;
    const seconds = this.#isAlone
      ? least + random() * (most - least)
      : Math.max(least, 3 + 9 * random());
    const isPause = this.#isAlone && fault.penalty !== undefined;
    if (isPause) await this.#user.beforePause(service);
    this.#user.log(`  service ${service.place + 1}: ${name}, ${seconds.toFixed(1)} s`);
    const end = await troubles.begin(name);
    const from = isPause ? await this.#user.inPause(troubles) : Date.now();
    await pause(Math.max(0, from + seconds * 1_000 - Date.now()));
    await end();
    // Until then the worker leaves it alone.
    if (fault.needsUser) await this.#user.editToken(service.place);
    this.#user.log(`  service ${service.place + 1} works`);
  }
}
