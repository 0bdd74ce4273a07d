import type { PriceUpdate } from '../../price-service/index.ts';
import type { ReceivedUpdate } from '../answers/received-update.ts';
import type { Cached } from '../cached.ts';
import type { ClockKeeper } from '../clock-keeper.ts';
import type { Judge } from './judge.ts';
import type { LeanGate } from '../connection/lean-stream.ts';
import type { Recorder } from '../recorder.ts';
import type { ResponseTracker } from '../connection/response-tracker.ts';
import type { PriceIntake } from './price-intake.ts';
import { isInUse, withoutUnwanted, type UnverifiedRule } from './unverified-rule.ts';

interface UpdateHandlerOptions {
  /** Resolves when `settings` have their stored values. */
  loaded: Promise<unknown>;
  settings: UnverifiedRule & { trust: Cached<string> };
  judge: Judge;
  clock: ClockKeeper;
  recorder: Recorder;
  intake: PriceIntake;
  lean: LeanGate;
  responses?: Pick<ResponseTracker, 'onPrices'>;
  /** Called when a service sent no verified price, and its other ones may not be shown. */
  onRefused: (serviceId: string) => void;
  /** Called when the prices are stored, or could not be. */
  onHandled: (received: ReceivedUpdate) => void;
}

/** The way of an update: check its signatures, store its prices. For the update queue. */
export function createUpdateHandler(options: UpdateHandlerOptions) {
  const {
    loaded,
    settings,
    judge,
    clock,
    recorder,
    intake,
    lean,
    responses,
    onRefused,
    onHandled,
  } = options;
  return async (
    update: PriceUpdate,
    isDropped: () => boolean,
    serviceId?: string,
  ): Promise<void> => {
    await loaded;
    const receivedAt = Date.now();
    const all = await judge.verifyUpdate(update, settings.signatures.current, { receivedAt });
    if (isDropped()) return;
    const judged = withoutUnwanted(all, serviceId, settings);
    if (serviceId !== undefined && all.length > 0 && judged.length === 0) onRefused(serviceId);
    clock.onPrices(judged, receivedAt, settings.trust.current);
    recorder.onUpdate(judged);
    if (serviceId !== undefined && all.length > 0) responses?.onPrices(serviceId);
    await intake.store(judged, receivedAt).finally(() => onHandled({ update, receivedAt, judged }));
    if (isInUse(serviceId, settings)) await lean.observe(judged, !update.parsed);
  };
}
