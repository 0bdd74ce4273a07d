import { t } from '@/lib/base/locale/t.ts';
import { doubtfulSentence } from '@/lib/domain/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import ClockQuestion from '../../shared/clock-question.tsx';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';
import { WarningIcon } from '../../shared/icons.tsx';
import styles from './banner.module.css';

/** Asks whether the local clock is fast or prices are late. */
export default function ClockBanner() {
  const suspectedMs = useStoredPart(clockSkew, (skew) => skew?.uncorrectedMs ?? 0);
  return (
    <section className={styles.banner} aria-labelledby="clock-title">
      <WarningIcon />
      <div>
        <h2 id="clock-title">{doubtfulSentence(suspectedMs)}</h2>
        <p>{t('clock.check')}</p>
        <ClockQuestion />
      </div>
    </section>
  );
}
