import type { Bar } from './bars.ts';

/** How a history service reads and writes what UDF leaves open. */
export interface Dialect {
  /** Whether a bar that starts at `to` belongs to the response. Default inclusive. */
  to: 'inclusive' | 'exclusive';
  /** An empty range: `ok` with empty lists (the default), `no_data` with them, or without them. */
  empty: 'ok' | 'no-data' | 'no-lists';
  /** Whether an empty response has the time of the closest earlier bar. Default none. */
  nextTime: 'none' | 'seconds' | 'milliseconds';
  /** Default true; false: `/config` is 404. */
  hasConfig: boolean;
  /** Maximum number of bars in a response: the newest of the range. Default 20,000. */
  maxBars: number;
  /** Only times and closes. Default false. */
  isCloseOnly: boolean;
  /** Prices as exponents, `8.65e4`. Default false. */
  hasExponents: boolean;
}

export const PUBLIC_DIALECT: Dialect = {
  to: 'inclusive',
  empty: 'ok',
  nextTime: 'none',
  hasConfig: true,
  maxBars: 20_000,
  isCloseOnly: false,
  hasExponents: false,
};

/** A `/history` answer before it is written. The figures are texts of JSON numbers. */
export interface HistoryAnswer {
  s: string;
  t?: string[];
  o?: string[];
  h?: string[];
  l?: string[];
  c?: string[];
  v?: string[];
  nextTime?: string;
  errmsg?: string;
}

/** @param earlier the start of the closest earlier bar, for an empty response */
export function toAnswer(
  bars: readonly Bar[],
  dialect: Dialect,
  earlier: () => number | null,
): HistoryAnswer {
  if (bars.length === 0) return emptyAnswer(dialect, earlier);
  const figures = (key: 'open' | 'high' | 'low' | 'close') =>
    bars.map((bar) => (dialect.hasExponents ? exponentForm(bar[key]) : bar[key]));
  const t = bars.map(({ start }) => String(start));
  if (dialect.isCloseOnly) return { s: 'ok', t, c: figures('close') };
  return {
    s: 'ok',
    c: figures('close'),
    h: figures('high'),
    l: figures('low'),
    o: figures('open'),
    t,
    v: bars.map(() => '0'),
  };
}

/** Writes the response. Statuses and messages are strings, everything else numbers. */
export function writeAnswer(answer: HistoryAnswer): string {
  const parts = Object.entries(answer).map(([key, value]) => {
    const text = Array.isArray(value) ? `[${value.join(',')}]` : textOf(key, value);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${parts.join(',')}}`;
}

function textOf(key: string, value: string): string {
  return key === 's' || key === 'errmsg' ? JSON.stringify(value) : value;
}

function emptyAnswer({ empty, nextTime }: Dialect, earlier: () => number | null): HistoryAnswer {
  const lists = { t: [], o: [], h: [], l: [], c: [], v: [] };
  const next = nextTime === 'none' ? null : earlier();
  return {
    s: empty === 'ok' ? 'ok' : 'no_data',
    ...(empty === 'no-lists' ? {} : lists),
    ...(next === null
      ? {}
      : { nextTime: String(nextTime === 'milliseconds' ? next * 1000 : next) }),
  };
}

function exponentForm(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole}${fraction}e${fraction.length === 0 ? '+0' : -fraction.length}`.replace(
    /^(-?)0+(?=\d)/,
    '$1',
  );
}
