import { formatDuration } from '../../base/locale/format-duration.ts';
import { t } from '../../base/locale/t.ts';
import type { StatementLine } from './statement.ts';

/** What a reader of a line must know of its prices: a closed market, prices from before the time. */
export function lineNotes({ isClosed, old }: Pick<StatementLine, 'isClosed' | 'old'>): string[] {
  const late = old.map(({ name, seconds }) =>
    t('statement.oldPrice', { name, duration: formatDuration(seconds) }),
  );
  return isClosed ? [t('statement.closed'), ...late] : late;
}
