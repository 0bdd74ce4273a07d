import { newDraft } from '@/lib/domain/alerts/model/draft.ts';
import { readDraft } from '@/lib/domain/alerts/model/read-draft.ts';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { refusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';
import { createAlert } from '@/lib/pages/alerts/alert-actions.ts';
import { reportCreated } from '../alerts/reported-actions.ts';
import { Button } from '../shared/button.tsx';
import { Message } from '../shared/message.tsx';
import { showPageNotice } from '../shared/page-notice.ts';
import { goTo } from '../shared/route.ts';
import { pulledTrigger } from './pulled-trigger.ts';
import styles from './pulled-alert.module.css';

interface PulledAlertProps {
  id: string;
  symbol: string;
  /** Exact decimal. */
  level: string;
  price: Decimal | null;
  onPulled: (outcome: 'add' | 'cancel') => void;
}

/** What an alert at the pulled level would do, in one sentence, in place of the figures. */
export function PulledAlert({ id, symbol, level, price, onPulled }: PulledAlertProps) {
  const { direction } = pulledTrigger(level, price);
  return (
    <section className={styles.pulled} aria-label={t('alerts.addButton')}>
      <p className={styles.sentence} data-part="pulled-sentence">
        <Message
          of={direction === 'below' ? 'chart.pulled.fallsBelow' : 'chart.pulled.risesAbove'}
          values={{ name: <bdi>{symbol}</bdi>, level: <em dir="ltr">{numberText(level)}</em> }}
        />
      </p>
      {/* How often it would have triggered belongs here, after the distance. */}
      <p className={styles.distance}>{distanceWords(level, price)}</p>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => onPulled('add')}>
          {t('alerts.addButton')}
        </Button>
        <Button onClick={() => onPulled('cancel')}>{t('common.cancelButton')}</Button>
        <Button kind="link" onClick={() => goTo({ view: 'new-alert', id, level })}>
          {t('alertForm.moreOptions')}
        </Button>
      </div>
    </section>
  );
}

/** Stores an alert at a level, as the form would; `false`: there are too many. */
export async function addPulledAlert(
  id: string,
  level: string,
  price: Decimal | null,
): Promise<boolean> {
  const { direction } = pulledTrigger(level, price);
  const place = { now: Date.now(), timeZone: Temporal.Now.timeZoneId() };
  const read = readDraft(newDraft(toTypedFigure(level), direction), id, place);
  const result = 'rule' in read ? await createAlert(read.rule) : null;
  if (result && 'rule' in result) {
    reportCreated(result.rule);
    return true;
  }
  const text = result ? refusalWords(result.refusal) : 'reason' in read ? read.reason : '';
  showPageNotice({ text, undo: null });
  return false;
}

function distanceWords(level: string, price: Decimal | null): string {
  const exact = parseDecimal(level);
  const percent = price && exact && changePercent(exact, price);
  if (!percent) return '';
  return t('alerts.away', { distance: plainPercent(toDecimalString(percent)) });
}
