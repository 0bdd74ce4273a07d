import type { PriceUpdate } from '../../price-service/index.ts';
import type { Cached } from '../cached.ts';
import type { ClockKeeper } from '../clock-keeper.ts';
import { SAMPLE_MARK } from '../../domain/samples/sample-service.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { compareMoments, lastVerified, type Moment } from '../../domain/prices/newer.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { Judge, JudgedPrice } from './judge.ts';
import type { LeanGate } from './lean-gate.ts';
import type { PriceIntake } from './price-intake.ts';
import type { Turns } from './turns.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ActiveService } from '../../domain/connection/service-health.ts';
import { isProven } from '../../domain/prices/stored-price.ts';
import type { ServiceSettings, Signatures } from '../../domain/settings.ts';
import type { FirstPrices } from '../samples/first-prices.ts';

// Handling an update takes milliseconds. If a service floods us, more updates are dropped.
const MAX_WAITING = 16;

export interface ReceivedUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  judged: readonly JudgedPrice[];
}

/** Where an update comes from. */
export interface Source {
  service: string;
  /** The feeds that were requested. Other feeds in the update are ignored. */
  ids: ReadonlySet<FeedId>;
}

type Dated = Moment & { id: FeedId };

export interface Handled {
  /** Verified prices of requested feeds. */
  verified: readonly Dated[];
  /** Prices that cannot be checked, or are not checked. */
  unverified: readonly Dated[];
  /** Why the prices could not be stored; `null` if they are. */
  error: StorageWriteError | null;
}

export type Updates = ReturnType<typeof createUpdates<Handled>>;

/** Must not start storing once `dropped` is aborted. */
type HandleUpdate<Result> = (
  update: PriceUpdate,
  dropped: AbortSignal,
  source?: Source,
) => Promise<Result | null>;

/** Handles updates one at a time in order of arrival. */
export function createUpdates<Result>(turns: Turns, handle: HandleUpdate<Result>) {
  let waiting = 0;
  let clearings = 0;
  let inProgress = new AbortController();

  async function add(update: PriceUpdate, source?: Source): Promise<Result | null> {
    const clearingsBefore = clearings;
    let result: Result | null = null;
    waiting += 1;
    const handled = turns.last(async () => {
      if (clearings !== clearingsBefore) return;
      inProgress = new AbortController();
      result = await handle(update, inProgress.signal, source);
    });
    await handled.finally(() => {
      waiting -= 1;
    });
    return result;
  }

  return {
    /** For responses to requests, which a flooding stream must not displace. Drops no update. */
    add,
    /** For streams. Resolves when the update is handled, or with `null` if it is dropped. */
    addIfRoom: async (update: PriceUpdate, source?: Source): Promise<Result | null> =>
      waiting < MAX_WAITING ? add(update, source) : null,
    /** Drops updates of the previous service that are waiting or being verified. */
    clear: () => {
      clearings += 1;
      inProgress.abort();
    },
  };
}

interface HandlerOptions {
  loaded: Promise<unknown>;
  settings: UnverifiedRule & {
    trust: Cached<string>;
    areSamplesInUse: Cached<boolean>;
    storedService: Cached<string>;
  };
  judge: Judge;
  clock: ClockKeeper;
  intake: PriceIntake;
  lean: LeanGate;
  firstPrices: FirstPrices;
  responses?: { onPrices: (serviceId: string) => void };
  isMarketOpen: (id: FeedId) => boolean;
  /** The service sent only unverified prices, which may not be shown. */
  onRefused: (serviceId: string) => void;
  /** Called when prices are stored or could not be. */
  onHandled: (received: ReceivedUpdate) => void;
}

/** Verifies an update's signatures, then stores its prices. */
export function createUpdateHandler(options: HandlerOptions): HandleUpdate<Handled> {
  const { loaded, settings, judge, clock, intake, lean, firstPrices } = options;
  const blame = createBlame(options);

  return async (update, dropped, source) => {
    await loaded;
    const receivedAt = Date.now();
    const verified = judge.verifyUpdate(update, settings.signatures.current, { receivedAt });
    const all = await unlessDropped(verified, dropped);
    if (!all) return null;
    const requested = all.filter(({ id }) => !source || source.ids.has(id));
    // Sample prices need no consent and don't affect the clock or the lean gate.
    if (settings.areSamplesInUse.current) {
      const samples = requested.filter(({ price }) => price?.isSample === true);
      return handledOf(samples, await store(samples, update, receivedAt));
    }
    const service = source?.service;
    const judged = withoutUnwanted(requested, service, settings);
    clock.onPrices(judged, receivedAt, settings.trust.current);
    if (service !== undefined && requested.length > 0) {
      options.responses?.onPrices(service);
      if (judged.length === 0) options.onRefused(service);
    }
    const blamed = blame(judged, service, receivedAt);
    // While going live, real prices must not mix with the samples in view.
    if (settings.storedService.current === SAMPLE_MARK) {
      firstPrices.add(blamed);
      return handledOf(judged, null);
    }
    const error = await store(blamed, update, receivedAt);
    if (isInUse(service, settings)) await lean.observe(judged, !update.parsed);
    return handledOf(judged, error);
  };

  async function store(
    judged: readonly JudgedPrice[],
    update: PriceUpdate,
    receivedAt: UnixMilliseconds,
  ): Promise<StorageWriteError | null> {
    try {
      await intake.store(judged, receivedAt);
      return null;
    } catch (cause) {
      return new StorageWriteError('The prices could not be stored.', { cause });
    } finally {
      options.onHandled({ update, receivedAt, judged });
    }
  }
}

function handledOf(judged: readonly JudgedPrice[], error: StorageWriteError | null): Handled {
  const dated = judged.flatMap(({ id, price }) =>
    price ? { id, publishTime: price.publishTime, slot: price.slot, price } : [],
  );
  return {
    verified: dated.filter(({ price }) => isProven(price)),
    unverified: dated.filter(({ price }) => !isProven(price)),
    error,
  };
}

/** For this long, a failed verification at one service does not count against another. */
const VERIFIED_FOR_MS = 60_000;

/**
 * Drops failures of a service for feeds that another service delivers verified. Otherwise, any
 * service that is asked for a feed could silence the alerts on it.
 */
function createBlame({ intake, settings, isMarketOpen }: HandlerOptions) {
  const { prices } = intake;
  const verifiedBy = new Map<FeedId, { service: string | undefined; at: UnixMilliseconds }>();

  return (judged: readonly JudgedPrice[], service: string | undefined, now: UnixMilliseconds) => {
    for (const { id, price } of judged) {
      if (price && isProven(price) && isNews(id, price)) verifiedBy.set(id, { service, at: now });
    }
    return judged.flatMap((item): JudgedPrice[] => {
      const { failure, ...others } = item;
      if (!failure || !isOutweighed(item.id)) return [item];
      return others.price ? [others] : [];
    });

    function isOutweighed(id: FeedId): boolean {
      const last = verifiedBy.get(id);
      // An earlier worker's price is most likely from the service in use.
      if (!last) return !isInUse(service, settings) && isProven(prices.get(id));
      return last.service !== service && Math.abs(now - last.at) < VERIFIED_FOR_MS;
    }
  };

  /** Every service can repeat a known price. */
  function isNews(id: FeedId, price: Moment): boolean {
    const known = prices.get(id);
    const last = known && lastVerified(known);
    return !last || compareMoments(price, last) > 0 || !isMarketOpen(id);
  }
}

/** Resolves with `null` once the update is dropped, without waiting for `result`. */
async function unlessDropped<T>(result: Promise<T>, dropped: AbortSignal): Promise<T | null> {
  const end = Promise.withResolvers<null>();
  dropped.addEventListener('abort', () => end.resolve(null));
  const first = await Promise.race([result, end.promise]);
  return dropped.aborted ? null : first;
}

interface UnverifiedRule {
  signatures: Cached<Signatures>;
  services: Cached<ServiceSettings[]>;
  activeService: Cached<ActiveService>;
}

/**
 * Drops unverified prices of a service that is not preferred, unless the user accepted them. Failed
 * verifications stay, because they are reported.
 * @param serviceId `undefined`: the preferred service
 */
function withoutUnwanted(
  judged: readonly JudgedPrice[],
  serviceId: string | undefined,
  rule: UnverifiedRule,
): JudgedPrice[] {
  if (serviceId === undefined || mayShowUnverified(serviceId, rule)) return [...judged];
  return judged.filter(({ price, failure }) => isProven(price) || failure !== undefined);
}

/** After a switch, updates of the previous service may still arrive. */
function isInUse(serviceId: string | undefined, { activeService }: UnverifiedRule): boolean {
  return serviceId === undefined || activeService.current.id === serviceId;
}

function mayShowUnverified(id: string, { signatures, services }: UnverifiedRule): boolean {
  const list = services.current;
  if (preferredService(list)?.id === id) return true;
  const hasConsent = list.find((service) => service.id === id)?.mayMixUnverified ?? false;
  return hasConsent && signatures.current !== 'require';
}
