import { formatRecentTime } from '../../base/locale/format-recent-time.ts';
import { t } from '../../base/locale/t.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { ConnectionState } from './state.ts';
import type { ServiceHealth } from './service-health.ts';
import type { ServiceProblem } from './service-problem.ts';

interface ServiceStanding {
  tone: 'good' | 'trouble' | 'quiet';
  words: string;
}

interface StandingFacts {
  isPaused: boolean;
  /** The user has not agreed to its use. */
  isExcluded: boolean;
  health: ServiceHealth | undefined;
  /** `null`: another service is in use. */
  connection: ConnectionState['state'] | null;
}

/** The result contains neither a URL nor a header. */
export function serviceStanding(facts: StandingFacts): ServiceStanding {
  const { isPaused, isExcluded, health, connection } = facts;
  if (isPaused) return { tone: 'quiet', words: t('services.state.paused') };
  if (isExcluded) return { tone: 'quiet', words: t('services.state.notAllowed') };
  if (health?.away) return { tone: 'trouble', words: awayWords(health.away, health.probeAt) };
  if (connection === null) return { tone: 'quiet', words: t('services.state.standby') };
  return connection === 'live' || connection === 'polling'
    ? { tone: 'good', words: t('services.state.working') }
    : { tone: 'quiet', words: t(`connectionState.${connection}`) };
}

/**
 * Why a service is not used, in a few words.
 * @param until end of its rate limit
 */
export function awayWords(problem: ServiceProblem, until: UnixMilliseconds | null): string {
  switch (problem.code) {
    case 'token-needed':
      return t('services.state.tokenNeeded');
    case 'token-rejected':
      return t('services.state.tokenRejected');
    case 'blocked':
      return t('services.state.blocked');
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
