import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { ageMs, isAhead } from '@/lib/domain/prices/age.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import type { Naming } from '@/lib/domain/watchlist/naming.ts';
import { feedNamings } from '@/lib/storage/values/catalog.ts';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';
import type { Exception } from './row-exception.tsx';
import type { PriceRowState } from './use-price-row.ts';

// Loaded after the first paint, and only for rows with a value or an exception.
const RowValue = lazy(() => import('../../holdings/row-value.tsx'));
const RowException = lazy(() => import('./row-exception.tsx'));

const OLD_MS = 60_000;

interface RowNoteProps {
  id: string;
  row: PriceRowState;
  failure: VerificationProblem | null;
  /** Whether the value of the feed's holding replaces the description. */
  showsValue: boolean;
  isPainted: boolean;
  /** Whether no price is current, which the footer says for the whole list. */
  isQuiet: boolean;
}

/** The text below a feed's name: its description, or an exception such as when its market opens. */
export function RowNote(props: RowNoteProps) {
  const { id, row, failure, showsValue, isPainted, isQuiet } = props;
  const isOld = useIsOld(row, isQuiet);
  const naming = useStoredPart(feedNamings, (all) => namingWords(id, all?.[id]));
  const exception = exceptionOf({ ...row, failure, naming, isOld });
  const usual = (
    <small title={row.description} dir="auto">
      {row.details}
    </small>
  );
  if (!isPainted) return usual;
  const isValueShown = showsValue && row.state !== 'gone';
  return (
    <Suspense fallback={usual}>
      {isValueShown && <RowValue id={id} />}
      {exception && <RowException exception={exception} row={row} isBrief={isValueShown} />}
      {!isValueShown && !exception && usual}
    </Suspense>
  );
}

/** The most important reason why a row is unusual. */
function exceptionOf(
  row: PriceRowState & Pick<RowNoteProps, 'failure'> & { naming: string | null; isOld: boolean },
): Exception | null {
  const { fault, failure, naming, figure, isOld } = row;
  if (fault === 'gone' || fault === 'not-covered') return { kind: fault };
  if (failure !== null) return { kind: 'failed', problem: failure };
  if (naming !== null) return { kind: 'naming', words: naming };
  const proof = figure?.price.proof;
  // Unknown signers affect the whole service, so the footer reports them once.
  const isUnchecked = proof?.state === 'unchecked' && proof.reason.code !== 'unknown-emitter';
  if (isUnchecked) return { kind: 'unproven', problem: proof.reason };
  if (fault === 'unproven') return { kind: fault, problem: null };
  if (fault === 'closed' || fault === 'after-hours') return { kind: fault };
  return isOld ? { kind: fault === 'stale' ? fault : 'old' } : null;
}

/** A warning about the feed's name until the user confirms it; `null` if there is none. */
function namingWords(id: string, naming: Naming | undefined): string | null {
  if (naming?.claim) return t('naming.claimed', { name: feedSymbol(naming.claim, id) });
  return naming?.isConfirmed === false ? t('naming.byService') : null;
}

/** Whether a price is stale, at least `OLD_MS` old or in the future. */
function useIsOld({ figure, condition }: PriceRowState, isQuiet: boolean): boolean {
  const publishTime = figure?.price.publishTime;
  return useCorrectedClock((nowMs) => {
    if (publishTime === undefined || isQuiet) return false;
    const age = ageMs(publishTime, nowMs);
    return condition === 'stale' || age >= OLD_MS || isAhead(age);
  });
}
