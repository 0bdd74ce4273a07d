const PARAMETERS = new Set([
  'query',
  'assetType',
  'encoding',
  'parsed',
  'allowUnordered',
  'benchmarksOnly',
]);

/**
 * Path and query of a call: the ids, then the options in the caller's order and in snake_case, as
 * the official client sends them.
 * @throws TypeError if `encoding` is neither `hex` nor `base64`
 */
export function pathWithQuery(path: string, ids: readonly string[], options: object): string {
  const query = new URLSearchParams(ids.map((id) => ['ids[]', id]));
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    if (!PARAMETERS.has(name) || value === undefined) continue;
    query.append(toSnakeCase(name), checkValue(name, value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function checkValue(name: string, value: unknown): string {
  if (name === 'encoding' && value !== 'hex' && value !== 'base64') {
    throw new TypeError('encoding must be hex or base64');
  }
  if (typeof value !== 'string' && typeof value !== 'boolean') {
    throw new TypeError(`${name} must be a string or a boolean`);
  }
  return String(value);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
