type Items = Record<string, unknown>;

/** Replaces the browser's storage, so that the worker's modules can run in Node. */
export function installFakeStorage(): void {
  const area = createArea();
  const chrome = { runtime: { id: 'bench' }, storage: { local: area, session: createArea() } };
  Object.assign(globalThis, { chrome });
}

// A browser serializes values on write and returns copies.
function createArea() {
  const texts = new Map<string, string>();
  const read = (keys: Iterable<string>): Items => {
    const found: Items = {};
    for (const key of keys) {
      const text = texts.get(key);
      if (text !== undefined) found[key] = JSON.parse(text);
    }
    return found;
  };
  return {
    get: (keys: string | string[] | null) =>
      Promise.resolve(read(keys === null ? texts.keys() : [keys].flat())),
    set: (items: Items) => {
      for (const [key, value] of Object.entries(items)) texts.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
    remove: (keys: string | string[]) => {
      for (const key of [keys].flat()) texts.delete(key);
      return Promise.resolve();
    },
    onChanged: { addListener: () => undefined, removeListener: () => undefined },
  };
}
