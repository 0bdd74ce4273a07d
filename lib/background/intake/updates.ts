import type { PriceUpdate } from '../../price-service/index.ts';
import type { Cached } from '../cached.ts';
import type { ClockKeeper } from '../clock-keeper.ts';
import { SAMPLE_MARK } from '../../domain/samples/sample-service.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { Judge, JudgedPrice } from './judge.ts';
import type { LeanGate } from './lean-gate.ts';
import type { PriceIntake } from './price-intake.ts';
import type { Turns } from './turns.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import type { ActiveService } from '../../domain/connection/service-health.ts';
import { isProven } from '../../domain/prices/stored-price.ts';
import type { ServiceSettings, Signatures } from '../../domain/settings.ts';

// Handling an update takes milliseconds. If a service floods us, more updates are dropped.
const MAX_WAITING = 16;

export interface ReceivedUpdate {
  update: PriceUpdate;
  receivedAt: UnixMilliseconds;
  judged: readonly JudgedPrice[];
}

export type Updates = ReturnType<typeof createUpdates>;

/** Must not start storing once `dropped` is aborted. */
type HandleUpdate = (
  update: PriceUpdate,
  dropped: AbortSignal,
  serviceId?: string,
) => Promise<void>;

/** Handles updates one at a time in order of arrival. */
export function createUpdates(turns: Turns, handle: HandleUpdate) {
  let waiting = 0;
  let clearings = 0;
  let inProgress = new AbortController();

  async function add(update: PriceUpdate, serviceId?: string): Promise<void> {
    const clearingsBefore = clearings;
    waiting += 1;
    const handled = turns.last(async () => {
      if (clearings !== clearingsBefore) return;
      inProgress = new AbortController();
      await handle(update, inProgress.signal, serviceId);
    });
    await handled.finally(() => {
      waiting -= 1;
    });
  }

  return {
    /** For responses to requests, which a flooding stream must not displace. Drops no update. */
    add,
    /** For streams. Resolves when the update is handled or dropped. */
    addIfRoom: async (update: PriceUpdate, serviceId?: string): Promise<void> => {
      if (waiting < MAX_WAITING) await add(update, serviceId);
    },
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
    areSamplesShown: Cached<boolean>;
    storedService: Cached<string>;
  };
  judge: Judge;
  clock: ClockKeeper;
  intake: PriceIntake;
  lean: LeanGate;
  responses?: { onPrices: (serviceId: string) => void };
  /** The service sent only unverified prices, which may not be shown. */
  onRefused: (serviceId: string) => void;
  /** Called when prices are stored or could not be. */
  onHandled: (received: ReceivedUpdate) => void;
}

/** Verifies an update's signatures, then stores its prices. */
export function createUpdateHandler(options: HandlerOptions): HandleUpdate {
  const { loaded, settings, judge, clock, intake, lean } = options;
  return async (update, dropped, serviceId) => {
    await loaded;
    const receivedAt = Date.now();
    const verified = judge.verifyUpdate(update, settings.signatures.current, { receivedAt });
    const all = await unlessDropped(verified, dropped);
    if (!all) return;
    // Sample prices need no consent and don't affect the clock or the lean gate.
    if (settings.areSamplesShown.current) {
      const samples = all.filter(({ price }) => price?.isSample === true);
      await intake
        .store(samples, receivedAt)
        .finally(() => options.onHandled({ update, receivedAt, judged: samples }));
      return;
    }
    // While going live, real prices must not mix with leftover samples.
    if (settings.storedService.current === SAMPLE_MARK) return;
    const judged = withoutUnwanted(all, serviceId, settings);
    clock.onPrices(judged, receivedAt, settings.trust.current);
    if (serviceId !== undefined && all.length > 0) {
      options.responses?.onPrices(serviceId);
      if (judged.length === 0) options.onRefused(serviceId);
    }
    await intake
      .store(judged, receivedAt)
      .finally(() => options.onHandled({ update, receivedAt, judged }));
    if (isInUse(serviceId, settings)) await lean.observe(judged, !update.parsed);
  };
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
