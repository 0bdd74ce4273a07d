import { partsWords } from '@/lib/pages/diagnostics/describe-reliability.ts';
import { milliseconds, partWords, shareWords } from '@/lib/pages/diagnostics/reliability-words.ts';
import type { Period, PeriodPart } from '@/lib/pages/diagnostics/service-stats.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import styles from './reliability.module.css';

interface ReliabilityChartProps {
  period: Period;
  parts: readonly PeriodPart[];
  nowMs: UnixMilliseconds;
}

/** Bars for the answered requests and the latency in each hour or day, and the same as a table. */
export function ReliabilityChart({ period, parts, nowMs }: ReliabilityChartProps) {
  const slowest = Math.max(0, ...parts.map(({ latencyMs }) => latencyMs?.median ?? 0));
  const start = formatRecentTime(parts[0]?.from ?? nowMs, nowMs);
  return (
    <div className={styles.chart}>
      <Caption
        name={t('diagnostics.reliability.answered')}
        top={shareWords({ answeredShare: 1 })}
      />
      <Bars parts={parts} nowMs={nowMs} shareOf={({ answeredShare }) => answeredShare} />
      <Caption
        name={t('diagnostics.reliability.medianLatency')}
        top={slowest > 0 ? milliseconds(slowest) : ''}
      />
      <Bars
        isLatency
        parts={parts}
        nowMs={nowMs}
        shareOf={({ latencyMs }) => (latencyMs ? latencyMs.median / slowest : null)}
      />
      <p className={styles.caption} dir="ltr" aria-hidden="true">
        <bdi>{start}</bdi>
        <bdi>{t('diagnostics.reliability.now')}</bdi>
      </p>
      <details>
        <summary>{partsWords(period)}</summary>
        <PartsTable parts={parts} nowMs={nowMs} />
      </details>
    </div>
  );
}

/** What the bars below show, and the value of a bar of full height. */
function Caption({ name, top }: { name: string; top: string }) {
  return (
    <p className={styles.caption}>
      <span>{name}</span>
      <span aria-hidden="true">{top}</span>
    </p>
  );
}

interface BarsProps {
  parts: readonly PeriodPart[];
  nowMs: UnixMilliseconds;
  /** From 0 to 1; `null`: nothing was measured. */
  shareOf: (part: PeriodPart) => number | null;
  isLatency?: boolean;
}

const [STEP, HEIGHT] = [10, 32];
/** However small a share is, it can be seen, and told from the other without colors. */
const [LEAST, GAP] = [4, 1];

// Times go from left to right in every language, as in the charts of prices.
function Bars({ parts, nowMs, shareOf, isLatency = false }: BarsProps) {
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${parts.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map((part, index) => (
        <g key={part.from} transform={`translate(${index * STEP + 1})`}>
          <title>{hoverWords(part, nowMs)}</title>
          <Bar share={shareOf(part)} isLatency={isLatency} />
        </g>
      ))}
    </svg>
  );
}

function Bar({ share, isLatency }: { share: number | null; isLatency: boolean }) {
  const width = STEP - 2;
  if (share === null) {
    return <rect className={styles.none} width={width} y={HEIGHT - 1} height={1} />;
  }
  const top = restOf(share);
  return (
    <>
      <rect
        className={isLatency ? styles.track : styles.failed}
        width={width}
        height={Math.max(0, top - GAP)}
      />
      <rect
        className={isLatency ? styles.latency : styles.answered}
        width={width}
        y={top}
        height={HEIGHT - top}
      />
    </>
  );
}

/** The height of what is missing to the whole. */
function restOf(share: number): number {
  const rest = HEIGHT * (1 - share);
  const isAllOrNone = share === 0 || share === 1;
  return isAllOrNone ? rest : Math.min(Math.max(rest, LEAST), HEIGHT - LEAST);
}

function hoverWords(part: PeriodPart, nowMs: UnixMilliseconds): string {
  const { from, answered, latency } = partWords(part, nowMs);
  return t('diagnostics.report.fact', { name: from, value: `${answered} · ${latency}` });
}

/** The text alternative to the bars. */
function PartsTable({ parts, nowMs }: Pick<ReliabilityChartProps, 'parts' | 'nowMs'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('diagnostics.reliability.from')}</th>
          <th scope="col">{t('diagnostics.reliability.answered')}</th>
          <th scope="col">{t('diagnostics.reliability.medianLatency')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => {
          const { from, answered, latency } = partWords(part, nowMs);
          return (
            <tr key={part.from}>
              <th scope="row">{from}</th>
              <td>{answered}</td>
              <td>{latency}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
