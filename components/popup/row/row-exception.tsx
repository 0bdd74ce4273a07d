import { t } from '@/lib/base/locale/t.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import { icon, SHAPES } from '../../shared/icons.tsx';
import { openingText } from '../../shared/opening-text.ts';
import styles from './price-row.module.css';

/** What makes a row unusual, most important first. */
export type Exception =
  | { kind: 'unknown' | 'not-covered' | 'closed' | 'after-hours' }
  | { kind: 'naming'; words: string }
  | { kind: 'failed'; problem: VerificationProblem }
  | { kind: 'unchecked'; problem: VerificationProblem | null }
  /** A price without an update for too long, or one that has not been requested since. */
  | { kind: 'stale' | 'old'; age: string };

const ICONS = {
  unknown: null,
  'not-covered': icon(SHAPES.key),
  failed: icon(SHAPES.failedShield),
  unchecked: icon(SHAPES.shield),
  naming: icon(SHAPES.warning),
  closed: icon(SHAPES.moon),
  'after-hours': icon(SHAPES.moon),
  stale: icon(SHAPES.clock),
  old: null,
} as const;

interface RowExceptionProps {
  exception: Exception;
  schedule: AnySchedule;
  /** Whether there is only room for the mark. */
  isBrief: boolean;
}

/** Describes the exception in a row's second line, with a mark and a few words. */
export default function RowException({ exception, schedule, isBrief }: RowExceptionProps) {
  const opensAt = useCorrectedClock((nowMs) => openingText(schedule, nowMs));
  const areSamples = useStored(areSamplesShown);
  const isLiveOnly = exception.kind === 'unknown' && areSamples;
  const words = isLiveOnly ? t('samples.liveOnly') : wordsOf(exception, opensAt);
  const Icon = ICONS[exception.kind];
  return (
    <small
      className={styles.exception}
      data-part="exception"
      data-kind={exception.kind}
      data-brief={isBrief || undefined}
      title={isLiveOnly ? words : titleOf(exception, words)}
    >
      {Icon && <Icon />}
      <span>{words}</span>
    </small>
  );
}

function titleOf(exception: Exception, words: string): string {
  if (exception.kind === 'unknown') return t('detail.missing.unknown');
  if (exception.kind === 'not-covered') return t('history.notCovered');
  if (exception.kind === 'stale') return [t('row.mark.stale'), words].join(' · ');
  if (!('problem' in exception) || exception.problem === null) return words;
  const reason = verificationWords(exception.problem);
  return t(exception.kind === 'failed' ? 'row.mark.failed' : 'row.mark.notVerified', { reason });
}

function wordsOf(exception: Exception, opensAt: string | null): string {
  switch (exception.kind) {
    case 'unknown':
      return t('row.notOffered');
    case 'not-covered':
      return t('row.mark.noAccess');
    case 'failed':
      return t('proof.state.failed');
    case 'unchecked':
      return t('proof.state.unchecked');
    case 'naming':
      return exception.words;
    case 'closed':
      return opensAt === null ? t('row.mark.closed') : t('row.opens', { time: opensAt });
    case 'after-hours':
      return t('marketHours.afterHours');
    default:
      return exception.age;
  }
}
