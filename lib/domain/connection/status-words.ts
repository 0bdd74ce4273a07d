import { formatCount } from '../../base/locale/format.ts';
import { formatRecentTime } from '../../base/locale/format-recent-time.ts';
import { joinSentences } from '../../base/locale/sentences.ts';
import { t } from '../../base/locale/t.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { ageMs, formatAgo, formatSpan } from '../prices/age.ts';
import { briefProblemWords, serviceProblemWords } from './service-problem-words.ts';
import type { ServiceProblem } from './service-problem.ts';
import type { Assurance, Status } from './status.ts';

/** A sentence in two parts, for a place that emphasizes the first; the second may be empty. */
interface StatusWords {
  lead: string;
  rest: string;
  /** Whether a dot is between them. */
  isList: boolean;
}

const DOT = ' · ';

interface Clock {
  /** By the local clock. */
  nowMs: UnixMilliseconds;
  /** Local clock minus true time. */
  skewMs: number;
}

/** The sentence as one text. */
export function statusText(status: Status, clock: Clock): string {
  const { lead, rest, isList } = statusWords(status, clock);
  return isList ? lead + DOT + rest : joinSentences([lead, rest]);
}

export function statusWords(status: Status, clock: Clock): StatusWords {
  const correctedMs = clock.nowMs - clock.skewMs;
  switch (status.code) {
    case 'sample':
      return sentence(t('samples.title'));
    case 'empty':
      return sentence(t('serviceProblem.emptyWatchlist'));
    case 'closed':
      return sentence(t('footer.allClosed'));
    case 'refused':
      return sentence(tokenProblemWords(status.problem));
    case 'problem':
      return sentence(
        status.problem ? serviceProblemWords(status.problem) : t('connectionState.stopped'),
      );
    case 'offline':
      return offlineWords(status, clock.nowMs);
    case 'unverified':
    case 'not-covered':
    case 'no-price':
      return exceptionWords(status);
    case 'stale':
      return staleWords(status.newest, correctedMs);
    case 'asleep': {
      const time = formatRecentTime(toMilliseconds(status.newest), correctedMs);
      return sentence(t('popup.refused.text', { time }));
    }
    case 'connecting':
      return parts(
        t('connectionState.connecting'),
        status.newest === null ? null : updatedWords(status.newest, correctedMs),
      );
    case 'polling':
      return parts(
        updatedWords(status.newest, correctedMs),
        t('footer.every', { duration: formatSpan(status.everyMs) }),
      );
    default:
      return parts(
        t('connectionState.live'),
        assuranceWords(status.assurance),
        // Unknown signers matter more.
        status.closed === 0 || status.assurance.kind === 'unknown-signers'
          ? null
          : t('footer.marketsClosed', { count: status.closed }),
      );
  }
}

function sentence(lead: string, rest = ''): StatusWords {
  return { lead, rest, isList: false };
}

function parts(lead: string, ...others: (string | null)[]): StatusWords {
  const rest = others.filter((part) => part !== null).join(DOT);
  return { lead, rest, isList: rest !== '' };
}

/** What is wrong with the access token. */
export function tokenProblemWords(problem: ServiceProblem | null): string {
  if (problem?.code === 'no-prices') return serviceProblemWords(problem);
  return t(problem?.code === 'token-needed' ? 'serviceProblem.tokenNeeded' : 'popup.refused.title');
}

function offlineWords(
  { problem, nextAttemptAt }: Extract<Status, { code: 'offline' }>,
  nowMs: UnixMilliseconds,
): StatusWords {
  const attempt = nextAttemptAt === null ? null : attemptWords(nextAttemptAt - nowMs);
  return problem === null || isUnreachable(problem)
    ? sentence(t('footer.offline'), attempt ?? '')
    : parts(briefProblemWords(problem), attempt);
}

function attemptWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return seconds > 0
    ? t('footer.retryIn', { time: formatSpan(seconds * 1_000) })
    : t('footer.retrying');
}

function isUnreachable({ code }: ServiceProblem): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'stream-broke';
}

const EXCEPTIONS = {
  unverified: 'footer.unverified',
  'not-covered': 'footer.notCovered',
  'no-price': 'footer.noPrice',
} as const;

function exceptionWords(status: Extract<Status, { ids: unknown }>): StatusWords {
  const { code, ids, live } = status;
  return sentence(
    t(EXCEPTIONS[code], { count: ids.length }),
    live === 0 ? '' : t('footer.othersLive', { count: live }),
  );
}

function staleWords(newest: number, nowMs: UnixMilliseconds): StatusWords {
  return sentence(
    t('footer.old', { age: formatSpan(Math.max(0, ageMs(newest, nowMs))) }),
    t('footer.nothingSince', { time: formatRecentTime(toMilliseconds(newest), nowMs) }),
  );
}

function updatedWords(newest: number, nowMs: UnixMilliseconds): string {
  return t('footer.updated', { time: formatAgo(ageMs(newest, nowMs)) });
}

function assuranceWords(assurance: Assurance): string {
  switch (assurance.kind) {
    case 'verified':
      return t('footer.allVerified');
    case 'partly':
      return t('footer.verified', {
        verified: formatCount(assurance.count),
        total: formatCount(assurance.total),
      });
    case 'unknown-signers':
      return t('footer.signersUnknown');
    default:
      return t('proof.state.off');
  }
}
