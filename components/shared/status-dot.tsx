import type { Status } from '@/lib/domain/connection/status.ts';
import styles from './status-dot.module.css';

const TONES: Partial<Record<Status['code'], string>> = {
  live: 'good',
  polling: 'good',
  unverified: 'bad',
  stale: 'warn',
  offline: 'warn',
  refused: 'warn',
  problem: 'warn',
  'not-covered': 'warn',
  'no-price': 'warn',
};

/** The severity of the state named beside it. */
export function StatusDot({ code }: Pick<Status, 'code'>) {
  return <span className={styles.dot} data-tone={TONES[code]} aria-hidden="true" />;
}
