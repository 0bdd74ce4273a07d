import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import type { Measure } from '@/lib/domain/currency/cross.ts';
import { timeWithZone } from '@/lib/pages/export/picture-footer.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { lineNotes } from '@/lib/pages/statement/line-notes.ts';
import type { Statement, StatementLine, StatementPrice } from '@/lib/pages/statement/statement.ts';
import { toMilliseconds } from '@/lib/base/units.ts';
import pictureStyles from '../export/picture.module.css';
import type { BuiltPicture } from '../export/picture-source.ts';
import { classNames } from '../shared/button.tsx';
import styles from './statement-picture.module.css';

const WIDTH = 420;

/** Builds a picture of a statement. It shows no more than the statement does. */
export function buildStatementPicture(statement: Statement): BuiltPicture {
  const content = document.createElement('div');
  const root = createRoot(content);
  flushSync(() => root.render(<StatementPicture statement={statement} />));
  const feedIds = statement.prices.map(({ feedId }) => feedId);
  return { content, width: WIDTH, feedIds, dispose: () => root.unmount() };
}

function StatementPicture({ statement }: { statement: Statement }) {
  const { group, time, currency, lines, prices, total } = statement;
  return (
    <div>
      <div className={pictureStyles.title}>
        <b>{group ?? t('statement.heading')}</b>
        <span>{timeWithZone(toMilliseconds(time))}</span>
      </div>
      {lines.map((line) => (
        <Line
          key={line.feedId}
          line={line}
          price={prices.find(({ feedId }) => feedId === line.feedId)}
        />
      ))}
      {total && (
        <div className={classNames(pictureStyles.row, styles.row)}>
          <b>{t('statement.totalIn', { currency: currencyLabel(currency) })}</b>
          <Figure value={total} />
        </div>
      )}
    </div>
  );
}

function Line({ line, price }: { line: StatementLine; price: StatementPrice | undefined }) {
  const { name, quote, amounts } = line;
  const exact = price && toDecimal(price.price.price, price.price.expo);
  return (
    <div className={classNames(pictureStyles.row, styles.row)}>
      <div>
        <b dir="auto">{name}</b>
        <span>
          {amounts && <bdi dir="ltr">{exactNumber(amounts.quantity)}</bdi>}
          {amounts && ' · '}
          {exact && (
            <bdi dir="ltr">
              {exactNumber(exact)} {quote}
            </bdi>
          )}
        </span>
        {lineNotes(line).map((note) => (
          <span key={note}>{note}</span>
        ))}
      </div>
      {amounts && <Figure value={amounts.value} />}
    </div>
  );
}

function Figure({ value: { price, confidence } }: { value: Measure }) {
  return (
    <div className={styles.figure} dir="ltr">
      <b>{exactNumber(price)}</b>
      {confidence.mantissa !== 0n && <span>±{exactNumber(confidence)}</span>}
    </div>
  );
}
