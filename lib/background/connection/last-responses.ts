import { filterKeys } from '../../base/filter-keys.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { lastResponses, type LastResponse } from '../../storage/values/last-responses.ts';
import type { Cached } from '../cached.ts';

// Often enough for a page, without a write per stream update. A dying worker loses a few seconds,
// which is harmless.
const SAVE_DELAY_MS = 10_000;

export type LastResponses = ReturnType<typeof createLastResponses>;

/** The only writer of the last responses. @param services responses of all others are dropped */
export function createLastResponses(services: Cached<ServiceSettings[]>) {
  const noted = new Map<string, Partial<LastResponse>>();
  let ofEarlierWorkers: Record<string, LastResponse> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(id: string, latency: Pick<Partial<LastResponse>, 'latencyMs'>): void {
    timer ??= setTimeout(() => {
      save().catch(() => console.warn('The last responses of the services could not be stored.'));
    }, SAVE_DELAY_MS);
    noted.set(id, { ...noted.get(id), ...latency, at: Date.now() });
  }

  async function save(): Promise<void> {
    timer = undefined;
    ofEarlierWorkers ??= await lastResponses.getValue();
    const all = { ...ofEarlierWorkers };
    for (const [id, response] of noted) {
      all[id] = { at: 0, latencyMs: null, ...all[id], ...response };
    }
    const listed = new Set(services.current.map(({ id }) => id));
    await lastResponses.setValue(filterKeys(all, (id) => listed.has(id)));
  }

  return {
    onSuccess: (id: string, latencyMs: number) => note(id, { latencyMs }),
    onPrices: (id: string) => note(id, {}),
  };
}
