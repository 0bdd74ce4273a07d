import { useEffect, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IS_FIREFOX, isOnToolbar, watchToolbar } from '@/lib/pages/toolbar-button.ts';
import { Step } from './step.tsx';
import styles from './welcome.module.css';

/** How to pin the button to the toolbar. Only the user can do that. */
export function PinStep() {
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
    let isShown = true;
    const read = () =>
      void isOnToolbar().then((isOn) => {
        if (isShown) setPinned(isOn === true);
      });
    read();
    const stop = watchToolbar(read);
    return () => {
      isShown = false;
      stop();
    };
  }, []);
  return isPinned;
}
