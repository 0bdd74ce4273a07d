import { formatAge } from '../prices/age.ts';
import { NOTICED_BEYOND_MS } from '../prices/clock-skew.ts';
import { clockSentence, doubtfulSentence } from '../prices/clock-words.ts';
import type { CallFailure } from './call-failure.ts';
import type { ConnectionTestResult } from './test-connection.ts';

/** The most by which a price can look late with correct clocks: rounding plus network delay. */
const LATENCY_MS = 3_000;

export interface TestReport {
  good: boolean;
  /** The result in a few words. */
  headline: string;
  /** Facts below the headline. The page joins them with ` · `. */
  facts: string[];
  /** The solution to offer to the user. */
  remedy: 'access-token' | 'grant-access' | null;
}

/** Describes a test result for the page. No text contains a URL or a header value. */
export function describeTest(result: ConnectionTestResult): TestReport {
  const { catalogue, prices } = result;
  if (prices?.ok) {
    return {
      good: catalogue.ok,
      headline: catalogue.ok ? 'Connected' : 'Prices are allowed, but the list of feeds failed',
      facts: [
        ...catalogueFacts(result),
        ...(catalogue.ok ? ['prices allowed'] : []),
        ...result.notCovered.map((symbol) => `the access token does not cover ${symbol}`),
        ...latencyFacts(result),
        ...clockFacts(prices.ageMs, result.clockSkewMs),
      ],
      remedy: null,
    };
  }
  const failure = prices ?? (catalogue.ok ? null : catalogue);
  // If there was no price call, the catalog call failed.
  if (!failure) throw new Error('A test has a result for at least one call');
  return {
    good: false,
    headline: headlineOf(failure, result),
    facts: [
      ...(prices ? catalogueFacts(result) : []),
      ...failureFacts(failure),
      ...(failure.status === null ? [] : latencyFacts(result)),
    ],
    remedy: remedyOf(failure),
  };
}

function catalogueFacts({ catalogue, prices }: ConnectionTestResult): string[] {
  if (catalogue.ok) {
    const count = catalogue.feeds.toLocaleString('en');
    return [`${count} ${catalogue.feeds === 1 ? 'feed' : 'feeds'}`];
  }
  if (prices && !prices.ok && haveSameText(prices, catalogue)) return [];
  return [`list of feeds: ${catalogue.text}`];
}

/** If both calls failed in the same way, say it only once. Texts of other kinds name the call. */
function haveSameText(one: CallFailure, other: CallFailure): boolean {
  if (one.kind === 'paused') return other.kind === 'paused';
  return hasStatusText(one) && hasStatusText(other) && one.status === other.status;
}

function hasStatusText({ kind }: CallFailure): boolean {
  return kind === 'status' || kind === 'not-covered';
}

function latencyFacts({ latencyMs }: ConnectionTestResult): string[] {
  return latencyMs === null ? [] : [`${Math.max(1, Math.round(latencyMs))} ms`];
}

function failureFacts({ kind, text, detail, retryAfterMs }: CallFailure): string[] {
  // The browser's text says unreachable, which contradicts the headline.
  if (kind === 'cross-origin') return ['Pricelight can read it once you grant access to it'];
  return [
    // The headline already says it.
    ...(kind === 'paused' ? [] : [text]),
    ...(detail === null ? [] : [`the service says: ${detail}`]),
    ...(retryAfterMs === null ? [] : [`try again in ${Math.ceil(retryAfterMs / 1000)} s`]),
  ];
}

/**
 * Compares the local clock with the `Date` header, if there is one and no price is newer than it.
 * Otherwise it uses the price, but a late price can mean a fast clock or a service that is behind.
 */
function clockFacts(priceAgeMs: number | null, headerSkewMs: number | null): string[] {
  const isPlausible =
    headerSkewMs !== null && (priceAgeMs === null || headerSkewMs <= priceAgeMs + LATENCY_MS);
  if (isPlausible) {
    const lateMs = (priceAgeMs ?? headerSkewMs) - headerSkewMs;
    return [
      isOff(headerSkewMs) ? clockSentence(headerSkewMs) : 'clock agrees',
      ...(isOff(lateMs) ? [`newest price is ${formatAge(lateMs)} old`] : []),
    ];
  }
  if (priceAgeMs === null) return [];
  if (!isOff(priceAgeMs)) return ['clock agrees'];
  return [priceAgeMs < 0 ? clockSentence(priceAgeMs) : doubtfulSentence(priceAgeMs)];
}

function isOff(ms: number): boolean {
  return Math.abs(ms) > NOTICED_BEYOND_MS;
}

const HEADLINES: Record<Exclude<CallFailure['kind'], 'status' | 'not-covered'>, string> = {
  timeout: 'No answer in time',
  invalid: 'The answer is not what a price service sends',
  'cross-origin': 'The service answers, but does not let extensions read it (CORS)',
  unreachable: 'The service cannot be reached',
  broken: 'The connection broke',
  paused: 'The service asked for a pause',
  redirect: 'The service redirects to another address; check the base URL',
};

function headlineOf({ kind, status }: CallFailure, result: ConnectionTestResult): string {
  if (kind === 'not-covered') return notCoveredHeadline(result);
  return kind === 'status' ? statusHeadline(status ?? 0, result) : HEADLINES[kind];
}

function notCoveredHeadline({ hasToken, notCovered }: ConnectionTestResult): string {
  const feeds = notCovered.join(' or ');
  return hasToken
    ? `The access token works, but does not cover ${feeds}`
    : `An access token is needed for ${feeds}`;
}

function statusHeadline(status: number, { hasToken, catalogue, symbol }: ConnectionTestResult) {
  switch (status) {
    case 401:
      return hasToken ? 'The access token is not accepted' : 'An access token is needed';
    case 403:
      return hasToken ? 'The access token does not allow prices' : 'An access token is needed';
    case 404:
      return catalogue.ok
        ? `The service has no price of ${symbol}`
        : 'There is no price service at this address; check its path';
    case 429:
      return 'Too many requests; the service asks for a pause';
    default:
      return status >= 500 ? 'The service is in trouble' : 'The service refuses the request';
  }
}

function remedyOf({ kind, status }: CallFailure): TestReport['remedy'] {
  if (kind === 'cross-origin') return 'grant-access';
  if (kind === 'redirect') return null;
  return status === 401 || status === 403 ? 'access-token' : null;
}
