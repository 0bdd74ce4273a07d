import type { PriceUpdate } from '../../price-service/index.ts';
import type { Signatures } from '../../storage/settings.ts';
import type { ReceivedUpdate } from '../answers/received-update.ts';
import type { Cached } from '../cached.ts';
import type { ClockKeeper } from '../clock-keeper.ts';
import type { Judge } from '../judge.ts';
import type { LeanGate } from '../lean-stream.ts';
import type { Recorder } from '../recorder.ts';
import type { PriceIntake } from './price-intake.ts';

interface UpdateHandlerOptions {
  /** Resolves when `settings` have their stored values. */
  loaded: Promise<unknown>;
  settings: { signatures: Cached<Signatures>; trust: Cached<string> };
  judge: Judge;
  clock: ClockKeeper;
  recorder: Recorder;
  intake: PriceIntake;
  lean: LeanGate;
  /** Called when the prices are stored, or could not be. */
  onHandled: (received: ReceivedUpdate) => void;
}

/** The way of an update: check its signatures, store its prices. For the update queue. */
export function createUpdateHandler(options: UpdateHandlerOptions) {
  const { loaded, settings, judge, clock, recorder, intake, lean, onHandled } = options;
  return async (update: PriceUpdate, isDropped: () => boolean): Promise<void> => {
    await loaded;
    const receivedAt = Date.now();
    const judged = await judge.judge(update, settings.signatures.current);
    if (isDropped()) return;
    clock.onPrices(judged, receivedAt, settings.trust.current);
    recorder.onUpdate(judged);
    await intake.store(judged, receivedAt).finally(() => onHandled({ update, receivedAt, judged }));
    await lean.observe(judged, !update.parsed);
  };
}
