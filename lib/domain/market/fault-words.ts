import { t } from '../../base/locale/t.ts';
import type { UnixMilliseconds, UnixSeconds } from '../../base/units.ts';
import { ageMs, formatOld } from '../prices/age.ts';
import { openingText } from '../prices/opening-text.ts';
import type { AnySchedule } from '../prices/schedule-grammar.ts';
import type { Fault } from './price-state.ts';

export interface FaultCircumstances {
  publishTime: UnixSeconds | undefined;
  schedule: AnySchedule;
  /** Corrected time. */
  nowMs: UnixMilliseconds;
}

/** What is wrong with a price. List, detail, holdings, alerts and tooltip use the same words. */
export function faultWords(
  fault: Fault,
  { publishTime, schedule, nowMs }: FaultCircumstances,
): string {
  switch (fault) {
    case 'gone':
      return t('row.notOffered');
    case 'not-covered':
      return t('row.mark.noAccess');
    case 'failed':
      return t('proof.state.failed');
    case 'unproven':
      return t('proof.state.unchecked');
    case 'after-hours':
      return t('marketHours.afterHours');
    case 'closed': {
      const time = openingText(schedule, nowMs);
      return time === null ? t('row.mark.closed') : t('row.opens', { time });
    }
    default:
      return publishTime === undefined ? t('row.mark.stale') : formatOld(ageMs(publishTime, nowMs));
  }
}
