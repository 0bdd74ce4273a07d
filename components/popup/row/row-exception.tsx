import { t } from '@/lib/base/locale/t.ts';
import { faultWords } from '@/lib/domain/market/fault-words.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import { icon, SHAPES } from '../../shared/icons.tsx';
import type { PriceRowState } from './use-price-row.ts';
import styles from './price-row.module.css';

/** What makes a row unusual, most important first. */
export type Exception =
  /** `old`: not stale, but not requested for a while. */
  | { kind: 'gone' | 'not-covered' | 'closed' | 'after-hours' | 'stale' | 'old' }
  | { kind: 'naming'; words: string }
  | { kind: 'failed'; problem: VerificationProblem }
  | { kind: 'unproven'; problem: VerificationProblem | null };

const ICONS = {
  gone: null,
  'not-covered': icon(SHAPES.key),
  failed: icon(SHAPES.failedShield),
  unproven: icon(SHAPES.shield),
  naming: icon(SHAPES.warning),
  closed: icon(SHAPES.moon),
  'after-hours': icon(SHAPES.moon),
  stale: icon(SHAPES.clock),
  old: null,
} as const;

interface RowExceptionProps {
  exception: Exception;
  row: PriceRowState;
  /** Whether there is only room for the mark. */
  isBrief: boolean;
}

/** Describes the exception in a row's second line, with a mark and a few words. */
export default function RowException({ exception, row, isBrief }: RowExceptionProps) {
  const { kind } = exception;
  const { schedule, figure } = row;
  const publishTime = figure?.price.publishTime;
  const fault = useCorrectedClock((nowMs) =>
    kind === 'naming'
      ? exception.words
      : faultWords(kind === 'old' ? 'stale' : kind, { publishTime, schedule, nowMs }),
  );
  const areSamples = useStored(areSamplesShown);
  const isLiveOnly = kind === 'gone' && areSamples;
  const words = isLiveOnly ? t('samples.liveOnly') : fault;
  const Icon = ICONS[kind];
  return (
    <small
      className={styles.exception}
      data-part="exception"
      data-kind={kind}
      data-brief={isBrief || undefined}
      title={isLiveOnly ? words : titleOf(exception, words)}
    >
      {Icon && <Icon />}
      <span>{words}</span>
    </small>
  );
}

function titleOf(exception: Exception, words: string): string {
  if (exception.kind === 'gone') return t('detail.missing.unknown');
  if (exception.kind === 'not-covered') return t('history.notCovered');
  if (exception.kind === 'stale') return [t('row.mark.stale'), words].join(' · ');
  if (!('problem' in exception) || exception.problem === null) return words;
  const reason = verificationWords(exception.problem);
  return t(exception.kind === 'failed' ? 'row.mark.failed' : 'row.mark.notVerified', { reason });
}
