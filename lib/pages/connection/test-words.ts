import { formatCount, formatList, formatMilliseconds } from '../../base/locale/format.ts';
import { t, type PlainKey } from '../../base/locale/t.ts';
import { inSeconds, type CallFailure } from '../../domain/connection/call-failure.ts';
import { serviceProblemWords } from '../../domain/connection/service-problem-words.ts';
import type { ConnectionTestResult } from './test-connection.ts';

export interface TestReport {
  good: boolean;
  headline: string;
  /** Shown below the headline, joined with ` · `. */
  facts: string[];
  /** The solution to offer. */
  remedy: 'access-token' | 'grant-access' | null;
}

/** No text contains a URL or a header value. */
export function describeTest(result: ConnectionTestResult): TestReport {
  const { catalog, prices } = result;
  if (prices?.ok) {
    return {
      good: catalog.ok,
      headline: t(
        catalog.ok ? 'connectionTest.headline.connected' : 'connectionTest.headline.noFeedList',
      ),
      facts: [
        ...catalogFacts(result),
        ...result.notCovered.map((feed) => t('connectionTest.fact.notCovered', { feed })),
        ...latencyFacts(result),
      ],
      remedy: null,
    };
  }
  const failure = prices ?? (catalog.ok ? null : catalog);
  // Without a price call, the catalog call failed.
  if (!failure) throw new Error('A test has a result for at least one call');
  return {
    good: false,
    headline: headlineOf(failure, result),
    facts: [
      ...(prices ? catalogFacts(result) : []),
      ...failureFacts(failure),
      ...(failure.status === null ? [] : latencyFacts(result)),
    ],
    remedy: remedyOf(failure),
  };
}

function catalogFacts({ catalog, prices }: ConnectionTestResult): string[] {
  if (catalog.ok) {
    return [t('feed.count', { count: catalog.feeds })];
  }
  if (prices && !prices.ok && haveSameText(prices, catalog)) return [];
  return [catalog.text];
}

/** Two equal failures appear once. Texts of other kinds name the call. */
function haveSameText(one: CallFailure, other: CallFailure): boolean {
  if (one.kind === 'paused') return other.kind === 'paused';
  return hasStatusText(one) && hasStatusText(other) && one.status === other.status;
}

function hasStatusText({ kind }: CallFailure): boolean {
  return kind === 'status' || kind === 'not-covered';
}

function latencyFacts({ latencyMs }: ConnectionTestResult): string[] {
  return latencyMs === null ? [] : [formatMilliseconds(latencyMs)];
}

function failureFacts({ kind, text, detail, retryAfterMs }: CallFailure): string[] {
  // The browser's message says "unreachable", which contradicts the headline.
  if (kind === 'cross-origin') return [];
  return [
    // The headline already says this.
    ...(kind === 'paused' ? [] : [text]),
    ...(detail === null ? [] : [t('connectionTest.fact.message', { text: detail })]),
    ...(retryAfterMs === null ? [] : [t('answer.tryAgainIn', { time: inSeconds(retryAfterMs) })]),
  ];
}

function headlineOf({ kind, status }: CallFailure, result: ConnectionTestResult): string {
  switch (kind) {
    case 'not-covered':
      return notCoveredHeadline(result);
    case 'status':
      return statusHeadline(status ?? 0, result);
    case 'cross-origin':
      return t('connectionTest.headline.crossOrigin');
    default:
      return serviceProblemWords({ code: kind });
  }
}

export function notCoveredSentence(count: number): string {
  return t('connectionTest.headline.tokenNotForSome', { number: formatCount(count) });
}

function notCoveredHeadline(result: ConnectionTestResult): string {
  const { hasToken, notCovered, notCoveredCount } = result;
  if (hasToken && notCoveredCount > 0) return notCoveredSentence(notCoveredCount);
  const feeds = formatList(notCovered, 'disjunction');
  return hasToken
    ? t('connectionTest.fact.notCovered', { feed: feeds })
    : t('connectionTest.headline.tokenNeededFor', { feeds });
}

function statusHeadline(status: number, result: ConnectionTestResult): string {
  switch (status) {
    case 401:
      return tokenHeadline(result, 'serviceProblem.tokenRejected');
    case 403:
      return tokenHeadline(result, 'serviceProblem.noPrices.notCovered');
    case 404:
      return result.catalog.ok
        ? t('holdings.noPrice', { symbol: result.symbol })
        : t('connectionTest.headline.wrongPath');
    case 429:
      return t('serviceProblem.rateLimit');
    default:
      return t('serviceProblem.httpStatus', { status: String(status) });
  }
}

function tokenHeadline({ hasToken }: ConnectionTestResult, refused: PlainKey): string {
  return t(hasToken ? refused : 'serviceProblem.tokenNeeded');
}

function remedyOf({ kind, status }: CallFailure): TestReport['remedy'] {
  if (kind === 'cross-origin') return 'grant-access';
  if (kind === 'redirected' || kind === 'blocked') return null;
  return status === 401 || status === 403 ? 'access-token' : null;
}
