import { filterKeys } from '../../base/filter-keys.ts';
import { lastResponses, type LastResponse } from '../../storage/values/last-responses.ts';
import { priceServices } from '../../storage/values/settings.ts';

// Often enough for a page, without a write per stream update. A dying worker loses a few seconds,
// which is harmless.
const SAVE_DELAY_MS = 10_000;

export type ResponseTracker = ReturnType<typeof createResponseTracker>;

export function createResponseTracker() {
  const pending = new Map<string, Partial<LastResponse>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(id: string, latency: Pick<Partial<LastResponse>, 'latencyMs'>): void {
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
    pending.set(id, { ...pending.get(id), ...latency, at: Date.now() });
  }

  async function save(): Promise<void> {
    const added = [...pending];
    timer = undefined;
    pending.clear();
    await store(added).catch(() =>
      console.warn('The last responses of the price services could not be stored.'),
    );
  }

  return {
    onSuccess: (id: string, latencyMs: number) => note(id, { latencyMs }),
    onPrices: (id: string) => note(id, {}),
  };
}

/** Drops services that are no longer listed. */
async function store(added: ReadonlyArray<[string, Partial<LastResponse>]>): Promise<void> {
  const listed = new Set((await priceServices.getValue()).map(({ id }) => id));
  await lastResponses.update((known) => {
    const all = { ...known };
    for (const [id, response] of added) {
      all[id] = { at: 0, latencyMs: null, ...known[id], ...response };
    }
    return filterKeys(all, (id) => listed.has(id));
  });
}
