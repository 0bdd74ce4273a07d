import { useEffect, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IS_FIREFOX, isOnToolbar, watchToolbar } from '@/lib/pages/toolbar-button.ts';
import { FeedsStep } from './feeds-step.tsx';
import { ServiceStep } from './service-step.tsx';
import { Step } from './step.tsx';
import styles from './welcome.module.css';

/** From the install to live prices: three steps in any order, each of which can be left out. */
export function SetupSteps() {
  return (
    <ol className={styles.steps}>
      <ServiceStep />
      <FeedsStep />
      <PinStep />
    </ol>
  );
}

/** How to pin the button to the toolbar. Only the user can do that. */
function PinStep() {
  const isPinned = usePinned();
  return (
    <Step title={t('welcome.pin.title')} isDone={isPinned}>
      <p className={styles.text} role="status">
        {isPinned
          ? t('welcome.pin.done')
          : t(IS_FIREFOX ? 'welcome.pin.firefox' : 'welcome.pin.chrome')}
      </p>
    </Step>
  );
}

/** Whether the button is known to be on the toolbar. */
function usePinned(): boolean {
  const [isPinned, setPinned] = useState(false);
  useEffect(() => {
    const read = (): void => void isOnToolbar().then((isOn) => setPinned(isOn === true));
    read();
    return watchToolbar(read);
  }, []);
  return isPinned;
}
