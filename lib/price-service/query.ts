/** The options that are query parameters (specification, section 7), in code's camelCase. */
const PARAMETERS = new Set([
  'query',
  'assetType',
  'encoding',
  'parsed',
  'allowUnordered',
  'benchmarksOnly',
]);

/**
 * Path and query of a call: ids first, then the given options in the caller's order with their
 * names in snake_case. The official client writes the same bytes.
 *
 * @throws TypeError when `encoding` is neither `hex` nor `base64` (section 5)
 */
export function pathWithQuery(
  path: string,
  ids: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string {
  const query = new URLSearchParams(ids.map((id) => ['ids[]', id]));
  for (const [name, value] of Object.entries(options)) {
    if (!PARAMETERS.has(name) || value === undefined) continue;
    if (name === 'encoding') checkEncoding(value);
    query.append(toSnakeCase(name), String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function checkEncoding(value: unknown): void {
  if (value !== 'hex' && value !== 'base64') {
    throw new TypeError('encoding must be hex or base64');
  }
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
