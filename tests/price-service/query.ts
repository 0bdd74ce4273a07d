import type { Encoding } from './updates.ts';

/** A request that the service answers with status 400 and this message as plain text. */
export class BadQueryError extends Error {
  override readonly name = 'BadQueryError';
}

/** The parameters of the three price calls; ids in lower case without `0x`. */
export interface PriceQuery extends EncodingQuery {
  ids: string[];
}

/** The parameters of every update call. */
export interface EncodingQuery {
  encoding: Encoding;
  parsed: boolean;
}

const ID = /^(?:0x)?[0-9a-f]{64}$/i;

/** @throws BadQueryError for missing or malformed ids and for bad values. */
export function parsePriceQuery(rawQuery: string): PriceQuery {
  const values = new URLSearchParams(rawQuery);
  const ids = values.getAll('ids[]');
  if (ids.length === 0) throw new BadQueryError('Bad query: missing field `ids`');
  for (const id of ids) {
    if (!ID.test(id)) throw new BadQueryError(`Bad query: invalid price id \`${id}\``);
  }
  // Only checked: walks are always in order, and all their prices are benchmarks.
  booleanOf(values, 'allow_unordered', false);
  booleanOf(values, 'benchmarks_only', false);
  return { ...encodingOf(values), ids: ids.map(normaliseId) };
}

/** @throws BadQueryError for bad values. */
export function parseEncodingQuery(rawQuery: string): EncodingQuery {
  return encodingOf(new URLSearchParams(rawQuery));
}

export function parseCatalogQuery(rawQuery: string): { query: string; assetType: string } {
  const values = new URLSearchParams(rawQuery);
  return { query: values.get('query') ?? '', assetType: values.get('asset_type') ?? '' };
}

/** The ids of a query for the request log: malformed ones unchanged. */
export function idsForLog(rawQuery: string): string[] {
  const ids = new URLSearchParams(rawQuery).getAll('ids[]');
  return ids.map((id) => (ID.test(id) ? normaliseId(id) : id));
}

/** An id in lower case without `0x`. */
export function normaliseId(id: string): string {
  return id.toLowerCase().replace(/^0x/, '');
}

function encodingOf(values: URLSearchParams): EncodingQuery {
  const encoding = values.get('encoding') ?? 'hex';
  if (encoding !== 'hex' && encoding !== 'base64') {
    throw new BadQueryError(`Bad query: unknown variant \`${encoding}\`, expected hex or base64`);
  }
  return { encoding, parsed: booleanOf(values, 'parsed', true) };
}

function booleanOf(values: URLSearchParams, name: string, fallback: boolean): boolean {
  const value = values.get(name) ?? String(fallback);
  if (value === 'true' || value === 'false') return value === 'true';
  throw new BadQueryError(`Bad query: \`${name}\` is neither true nor false`);
}
