import styles from './sparkline.module.css';

/** Fills below the sparklines, shared by all: otherwise each row would need five more elements. */
export function AreaFills() {
  return (
    <svg className={styles.fills} aria-hidden="true">
      {(['up', 'down', 'flat'] as const).map((way) => (
        <linearGradient key={way} id={`area-${way}`} data-way={way} x2="0" y2="1">
          <stop stopOpacity={0.2} />
          <stop offset={1} stopOpacity={0} />
        </linearGradient>
      ))}
    </svg>
  );
}
