import { describeReliability } from '@/lib/pages/diagnostics/describe-reliability.ts';
import type {
  Reliability,
  ServiceReliability,
} from '@/lib/pages/diagnostics/describe-reliability.ts';
import { t } from '@/lib/base/locale/t.ts';
import { serviceStats } from '@/lib/storage/values/service-stats.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { useMinute } from '../../hooks/clock.ts';
import { useStored } from '../../hooks/use-stored.ts';
import controlStyles from '../../shared/control.module.css';
import { Panel } from '../panel.tsx';
import { Facts } from './facts.tsx';
import { ReliabilityChart } from './reliability-chart.tsx';
import styles from './reliability.module.css';

/** How reliable each price service was in the last day and week. */
export function ReliabilityPanel() {
  const list = useStored(priceServices);
  const stats = useStored(serviceStats);
  const nowMs = useMinute() * 1_000;
  return (
    <Panel title={t('diagnostics.reliability.title')} hint={t('diagnostics.reliability.hint')}>
      {list &&
        stats &&
        describeReliability(list, stats, nowMs).map((service) => (
          <OneService key={service.title} {...service} nowMs={nowMs} />
        ))}
    </Panel>
  );
}

function OneService({ title, periods, nowMs }: ServiceReliability & { nowMs: number }) {
  if (periods.length === 0) {
    return (
      <section className={styles.service} aria-label={title}>
        <h4>{title}</h4>
        <p className={controlStyles.hint}>{t('diagnostics.reliability.unused')}</p>
      </section>
    );
  }
  return (
    <div className={styles.service}>
      {periods.map((each) => (
        <OnePeriod key={each.title} reliability={each} nowMs={nowMs} />
      ))}
    </div>
  );
}

function OnePeriod({ reliability, nowMs }: { reliability: Reliability; nowMs: number }) {
  const { title, facts, period, parts } = reliability;
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ReliabilityChart period={period} parts={parts} nowMs={nowMs} />
      <Facts facts={facts} />
    </section>
  );
}
