import { t } from '../../base/locale/t.ts';
import type { ConnectionState } from './state.ts';
import type { ServiceHealth } from './service-health.ts';
import { briefProblemWords } from './service-problem-words.ts';

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
  if (health?.away) return { tone: 'trouble', words: briefProblemWords(health.away) };
  if (connection === null) return { tone: 'quiet', words: t('services.state.standby') };
  return connection === 'live' || connection === 'polling'
    ? { tone: 'good', words: t('services.state.working') }
    : { tone: 'quiet', words: t(`connectionState.${connection}`) };
}
