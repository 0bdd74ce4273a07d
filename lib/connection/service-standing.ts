import { formatRecentTime } from '../locale/format-recent-time.ts';
import { t } from '../locale/t.ts';
import type { UnixMilliseconds } from '../units.ts';
import type { ServiceProblem } from './service-problem.ts';

/** What is known of a service in this session. */
export interface KnownHealth {
  /** Why it is not used; `null`: it works, as far as known. */
  away: ServiceProblem | null;
  /** When it is tried again; `null`: only when the user changes something. */
  probeAt: UnixMilliseconds | null;
  /** When it last answered; 0: not in this session. */
  lastSuccessAt: UnixMilliseconds;
}

/** How a service stands, in a few words. */
export interface ServiceStanding {
  tone: 'good' | 'trouble' | 'quiet';
  words: string;
}

/** Tells the user how a service stands; it names neither a URL nor a header. */
export function serviceStanding(
  service: { isPaused: boolean; isExcluded: boolean },
  health: KnownHealth | undefined,
): ServiceStanding {
  if (service.isPaused) return { tone: 'quiet', words: t('services.state.paused') };
  if (service.isExcluded) return { tone: 'quiet', words: t('services.state.notAllowed') };
  if (health?.away) return { tone: 'trouble', words: awayWords(health.away, health.probeAt) };
  return health && health.lastSuccessAt > 0
    ? { tone: 'good', words: t('services.state.working') }
    : { tone: 'quiet', words: t('services.state.standby') };
}

function awayWords(problem: ServiceProblem, until: UnixMilliseconds | null): string {
  switch (problem.code) {
    case 'token-needed':
      return t('services.state.tokenNeeded');
    case 'token-rejected':
      return t('services.state.tokenRejected');
    case 'not-covered':
      return t('services.state.notCovered');
    case 'paused':
      return until === null
        ? t('services.state.limited')
        : t('services.state.limitedUntil', { time: formatRecentTime(until, undefined, 'second') });
    case 'http-status':
      return t('services.state.httpStatus', { status: String(problem.status) });
    case 'timeout':
    case 'unreachable':
    case 'stream-broke':
      return t('services.state.noAnswer');
    case 'stream-silent':
    case 'no-prices':
    case 'no-feed-offered':
      return t('services.state.noPrices');
    default:
      return t('services.state.unusable');
  }
}
