import { t } from '@/lib/base/locale/t.ts';
import { welcome } from '@/lib/storage/values/welcome.ts';
import { Button } from '../shared/button.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { useHasConnected } from './use-connected.ts';
import styles from './welcome.module.css';

/** The setup in the popup, in place of the watchlist until it is done or skipped. */
export default function SetupView() {
  const hasConnected = useHasConnected();
  return (
    <div className={styles.view}>
      <h1>{t('welcome.title')}</h1>
      <SetupSteps />
      <div className={styles.end}>
        <Button
          kind={hasConnected ? 'primary' : 'outlined'}
          onClick={() => void welcome.setValue('done')}
        >
          {t(hasConnected ? 'welcome.doneButton' : 'welcome.skipButton')}
        </Button>
      </div>
    </div>
  );
}
