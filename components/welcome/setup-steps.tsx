import { FeedsStep } from './feeds-step.tsx';
import { PinStep } from './pin-step.tsx';
import { ServiceStep } from './service-step.tsx';
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
