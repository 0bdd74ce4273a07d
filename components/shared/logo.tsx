import styles from './logo.module.css';

/** Decorative: the name is beside it. @param size in CSS pixels */
export function Logo({ size }: { size: number }) {
  return (
    <svg className={styles.logo} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" />
      <path d="M4.5 13.5 8 9l3 2.5 4.5-6" fill="none" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
