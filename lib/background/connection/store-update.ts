import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { StorageWriteError } from '../../storage/storage-write-error.ts';
import type { Recorder } from '../recorder.ts';
import { describeFailure } from './describe-failure.ts';

/** Resolves with the reason why the update could not be stored, otherwise with `null`. */
export async function storeUpdate(
  stored: Promise<void>,
  recorder: Pick<Recorder, 'log'>,
): Promise<ServiceProblem | null> {
  try {
    await stored;
    return null;
  } catch (cause) {
    const { reason } = describeFailure(new StorageWriteError('Not stored.', { cause }));
    recorder.log({ kind: 'not-stored', reason });
    return reason;
  }
}
