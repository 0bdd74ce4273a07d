import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { Button } from '../shared/button.tsx';
import ClockQuestion from '../shared/clock-question.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { Countdown, FreshestAge, VerifiedCount } from './connection-figures.tsx';
import LateAlerts from './late-alerts.tsx';
import { UsedServiceDetails } from './used-service.tsx';
import styles from './connection-footer.module.css';

interface ConnectionDetailsProps {
  connection: ConnectionState;
  /** Ids of feeds whose prices fail verification. */
  failed: readonly string[];
}

/** All that is known about the connection, and what to do if there is trouble. */
export default function ConnectionDetails({ connection, failed }: ConnectionDetailsProps) {
  const { state, reason, remedy, nextAttemptAt } = connection;
  return (
    <>
      <b>{t(`connectionState.${state}`)}</b>
      {reason !== null && <p>{serviceProblemWords(reason)}</p>}
      {nextAttemptAt !== null && (
        <p>
          <Countdown until={nextAttemptAt} />
        </p>
      )}
      <UsedServiceDetails />
      <VerifiedCount failed={failed} />
      <FreshestAge message="footer.newestPrice" />
      <ClockNotice />
      <ClockQuestion />
      <LateAlerts />
      {remedy === 'connection' && (
        <Button kind="primary" className={styles.remedy} onClick={() => void openOptions()}>
          {t('footer.checkButton')}
        </Button>
      )}
    </>
  );
}
