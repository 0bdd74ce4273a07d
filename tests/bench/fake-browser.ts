type Items = Record<string, unknown>;

// The browser that the worker's modules find in Node. Import it before them, because they access it
// while they load.
const chrome = {
  runtime: { id: 'bench' },
  // Only the language has to be right; the other sentences do not matter here.
  i18n: {
    getMessage: (key: string) => (key === 'meta_language' ? 'en' : key),
    getUILanguage: () => 'en',
  },
  storage: { local: createArea(), session: createArea() },
};
Object.assign(globalThis, { chrome });

/** Empties the storage of the fake browser. */
export async function clearStorage(): Promise<void> {
  await Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()]);
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
    clear: () => {
      texts.clear();
      return Promise.resolve();
    },
    onChanged: { addListener: () => undefined, removeListener: () => undefined },
  };
}
