import type { ServiceProblem } from '@/lib/connection/service-problem.ts';
import { serviceProblemWords } from '@/lib/connection/service-problem-words.ts';
import styles from './connection-footer.module.css';

/** What keeps prices from arriving. */
export default function ConnectionReason({ problem }: { problem: ServiceProblem }) {
  return <span className={styles.reason}>{serviceProblemWords(problem)}</span>;
}
