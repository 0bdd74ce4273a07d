import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Draft, DraftLine } from '@/lib/pages/statement/draft.ts';
import { composeStatement, lineNotes } from '@/lib/pages/statement/statement.ts';
import { Check } from '../shared/check.tsx';
import type { Choices } from './use-choices.ts';
import styles from './statement.module.css';

interface StatementLinesProps {
  draft: Draft;
  choices: Choices;
}

export function StatementLines({ draft, choices }: StatementLinesProps) {
  const { total } = composeStatement(draft, choices.of);
  const currency = currencyLabel(draft.held.currency);
  const valued = draft.lines.filter(({ problem }) => problem === null);
  const ids = valued.map(({ feedId }) => feedId);
  const areAllShown = valued.length > 0 && valued.every((line) => choices.of(line).hasAmounts);
  return (
    <section aria-label={t('statement.linesLabel')}>
      <Check
        isPlain
        checked={areAllShown}
        disabled={valued.length === 0}
        onChange={(hasAmounts) => choices.change(ids, { hasAmounts })}
      >
        {t('statement.allAmounts')}
      </Check>
      <ul className={styles.lines}>
        {draft.lines.map((line) => (
          <Line key={line.feedId} line={line} choices={choices} />
        ))}
      </ul>
      <p className={styles.state}>{t('statement.nearHint')}</p>
      {total && (
        <p className={styles.total}>
          <b>{t('statement.totalIn', { currency })}</b>
          <span dir="ltr">
            {exactNumber(total.price)} <small>±{exactNumber(total.confidence)}</small>
          </span>
        </p>
      )}
    </section>
  );
}

function Line({ line, choices }: { line: DraftLine; choices: Choices }) {
  const { feedId, name, problem, value } = line;
  const { isIncluded, hasAmounts } = choices.of(line);
  return (
    <li>
      <Check
        isPlain
        checked={isIncluded}
        disabled={problem === 'unsigned'}
        onChange={(next) => choices.change([feedId], { isIncluded: next })}
      >
        <bdi>{name}</bdi>
      </Check>
      {value && problem === null && (
        <Check
          isPlain
          aria-label={t('statement.amountsOf', { name })}
          checked={hasAmounts}
          disabled={!isIncluded}
          onChange={(next) => choices.change([feedId], { hasAmounts: next })}
        >
          {hasAmounts ? <bdi dir="ltr">{exactNumber(value.price)}</bdi> : t('statement.priceOnly')}
        </Check>
      )}
      {problem !== null && <small>{t(`statement.problem.${problem}`)}</small>}
      {lineNotes(line).map((note) => (
        <small key={note}>{note}</small>
      ))}
    </li>
  );
}
