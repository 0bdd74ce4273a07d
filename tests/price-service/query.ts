import type { Encoding } from './updates.ts';

/** A request that the service answers with status 400 and this message as plain text. */
export class BadQueryError extends Error {
  override readonly name = 'BadQueryError';
}

/** The parameters of the three price calls; ids in lower case without `0x`. */
export interface PriceQuery extends EncodingQuery {
  ids: string[];
  ignoreInvalidPriceIds: boolean;
  benchmarksOnly: boolean;
}

/** The parameters of every update call. */
export interface EncodingQuery {
  encoding: Encoding;
  parsed: boolean;
}

const ID = /^(?:0x)?[0-9a-f]{64}$/i;

/** @throws BadQueryError for missing or malformed ids and for bad values. */
export function parsePriceQuery(rawQuery: string): PriceQuery {
  const parameters = parseParameters(rawQuery);
  if (parameters.ids.length === 0) throw new BadQueryError('Bad query: missing field `ids`');
  for (const id of parameters.ids) {
    if (!ID.test(id)) throw new BadQueryError(`Bad query: invalid price id \`${id}\``);
  }
  // Only checked: walks are always in order, so the value has no effect.
  booleanOf(parameters.values, 'allow_unordered', false);
  return {
    ...encodingOf(parameters.values),
    ids: parameters.ids.map(normaliseId),
    ignoreInvalidPriceIds: booleanOf(parameters.values, 'ignore_invalid_price_ids', false),
    benchmarksOnly: booleanOf(parameters.values, 'benchmarks_only', false),
  };
}

/** @throws BadQueryError for bad values. */
export function parseEncodingQuery(rawQuery: string): EncodingQuery {
  return encodingOf(parseParameters(rawQuery).values);
}

/** @throws BadQueryError for broken percent-encoding or a parameter given twice. */
export function parseCatalogQuery(rawQuery: string): { query: string; assetType: string } {
  const { values } = parseParameters(rawQuery);
  return { query: values.get('query') ?? '', assetType: values.get('asset_type') ?? '' };
}

/** The ids of a query for the request log: malformed ones unchanged, none if the query is broken. */
export function idsForLog(rawQuery: string): string[] {
  try {
    return parseParameters(rawQuery).ids.map((id) => (ID.test(id) ? normaliseId(id) : id));
  } catch {
    return [];
  }
}

/** An id in lower case without `0x`. */
export function normaliseId(id: string): string {
  return id.toLowerCase().replace(/^0x/, '');
}

function parseParameters(rawQuery: string): { ids: string[]; values: Map<string, string> } {
  const ids: string[] = [];
  const values = new Map<string, string>();
  for (const part of rawQuery.split('&').filter((text) => text !== '')) {
    const [rawKey = '', ...rawValue] = part.split('=');
    const key = decode(rawKey);
    const value = decode(rawValue.join('='));
    if (/^ids\[\d*\]$/.test(key)) ids.push(value);
    else if (values.has(key)) throw new BadQueryError(`Bad query: duplicate field \`${key}\``);
    else values.set(key, value);
  }
  if (values.has('ids')) throw new BadQueryError('Bad query: `ids` is a sequence, write `ids[]`');
  return { ids, values };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new BadQueryError('Bad query: broken percent-encoding', { cause });
  }
}

function encodingOf(values: ReadonlyMap<string, string>): EncodingQuery {
  const encoding = values.get('encoding') ?? 'hex';
  if (encoding !== 'hex' && encoding !== 'base64') {
    throw new BadQueryError(`Bad query: unknown variant \`${encoding}\`, expected hex or base64`);
  }
  return { encoding, parsed: booleanOf(values, 'parsed', true) };
}

function booleanOf(values: ReadonlyMap<string, string>, name: string, fallback: boolean): boolean {
  const value = values.get(name);
  if (value === undefined) return fallback;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new BadQueryError(`Bad query: \`${name}\` is neither true nor false`);
}
