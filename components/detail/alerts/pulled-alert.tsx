import { useId, useState, type ChangeEvent } from 'react';
import { newDraft, type AlertDraft } from '@/lib/domain/alerts/model/draft.ts';
import { readDraft } from '@/lib/domain/alerts/model/read-draft.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { readTypedFigure, toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';
import { createAlert } from '@/lib/pages/alerts/alert-actions.ts';
import { reportCreated } from '../../alerts/reported-actions.ts';
import { Button } from '../../shared/button.tsx';
import type { Rehearsing } from '../../shared/hooks/use-rehearsal.ts';
import { Message } from '../../shared/message.tsx';
import { showPageNotice } from '../../shared/page-notice.ts';
import { RehearsalNote } from '../../shared/rehearsal.tsx';
import { goTo } from '../../shared/route.ts';
import styles from './pulled-alert.module.css';
import { sideOf } from '@/lib/domain/alerts/engine/levels.ts';
import type { TriggerOf } from '@/lib/domain/alerts/model/trigger.ts';

interface PulledAlertProps {
  id: string;
  symbol: string;
  /** Exact decimal. */
  level: string;
  price: Decimal | null;
  rehearsing: Rehearsing;
  onPull: (level: string) => void;
  onPulled: (outcome: 'add' | 'cancel') => void;
}

/** What an alert at the pulled level would do, in one sentence, in place of the figures. */
export function PulledAlert(props: PulledAlertProps) {
  const { id, symbol, level, price, onPull, onPulled } = props;
  const { direction } = pulledTrigger(level, price);
  const noteId = useId();
  const { problem, ...field } = useTypedLevel({ id, level, direction, onPull });
  const input = (
    <input
      {...field}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      aria-label={t('alertForm.levelLabel')}
      aria-invalid={problem !== null}
      aria-describedby={noteId}
      style={{ width: `${field.value.length + 0.5}ch` }}
    />
  );
  return (
    <section aria-label={t('alerts.addButton')}>
      <form
        className={styles.pulled}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) onPulled('add');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onPulled('cancel');
        }}
      >
        <p className={styles.sentence} data-part="pulled-sentence">
          <Message
            of={direction === 'below' ? 'chart.pulled.fallsBelow' : 'chart.pulled.risesAbove'}
            values={{ name: <bdi>{symbol}</bdi>, level: input }}
          />
        </p>
        <Outlook {...props} noteId={noteId} problem={problem} />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            {t('alerts.addButton')}
          </Button>
          <Button onClick={() => onPulled('cancel')}>{t('common.cancelButton')}</Button>
          <Button kind="link" onClick={() => goTo({ view: 'new-alert', id, level })}>
            {t('alertForm.moreOptions')}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** What is wrong with the level, or how far it is, and how often it would have triggered. */
function Outlook(props: PulledAlertProps & { noteId: string; problem: string | null }) {
  const { noteId, problem, level, price, rehearsing, onPull } = props;
  const note = (
    <span id={noteId} className={styles.distance} data-problem={problem !== null || undefined}>
      {problem ?? distanceWords(level, price)}
    </span>
  );
  return <RehearsalNote lead={note} rehearsing={rehearsing} onLevel={onPull} />;
}

interface TypedLevelOptions extends Pick<PulledAlertProps, 'id' | 'level' | 'onPull'> {
  direction: AlertDraft['direction'];
}

/** The field of the level: each number that the user types moves it. */
function useTypedLevel({ id, level, direction, onPull }: TypedLevelOptions) {
  const [typed, setTyped] = useState(NOTHING);
  // If the user pulls the level meanwhile, it replaces the typed text.
  const text = typed.level === level ? typed.text : null;
  const read = text === null ? null : readAlert(id, text, direction);
  const problem = read && 'reason' in read ? read.reason : null;
  const type = (next: string): void => {
    const figure = readTypedFigure(next);
    const nextLevel = 'text' in figure ? figure.text : level;
    setTyped({ text: next, level: nextLevel });
    if (nextLevel !== level) onPull(nextLevel);
  };
  return {
    problem,
    value: text ?? numberText(level),
    // Grouping would make the typed number ambiguous.
    onFocus: () => type(text ?? toTypedFigure(level)),
    onBlur: () => problem === null && setTyped(NOTHING),
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
  };
}

const NOTHING = { text: '', level: '' };

/** The alert at a level; `null`: there can be none. */
export function pulledRule(id: string, level: string, price: Decimal | null): AlertRule | null {
  const read = readAlert(id, toTypedFigure(level), pulledTrigger(level, price).direction);
  return 'rule' in read ? read.rule : null;
}

/** Stores an alert at a level, as the form would; `false`: there are too many. */
export async function addPulledAlert(
  id: string,
  level: string,
  price: Decimal | null,
): Promise<boolean> {
  const read = readAlert(id, toTypedFigure(level), pulledTrigger(level, price).direction);
  const result = 'rule' in read ? await createAlert(read.rule) : null;
  if (result && 'rule' in result) {
    reportCreated(result.rule);
    return true;
  }
  const text = result ? alertRefusalWords(result.refusal) : 'reason' in read ? read.reason : '';
  showPageNotice({ text, undo: null });
  return false;
}

function readAlert(id: string, typed: string, direction: AlertDraft['direction']) {
  const place = { now: Date.now(), timeZone: Temporal.Now.timeZoneId() };
  return readDraft(newDraft(typed, direction), id, place);
}

function distanceWords(level: string, price: Decimal | null): string {
  const exact = parseDecimal(level);
  const percent = price && exact && changePercent(exact, price);
  if (!percent) return '';
  return t('alerts.away', { distance: plainPercent(toDecimalString(percent)) });
}

/** The trigger of an alert at a level: the price reaches it from its current side. */
export function pulledTrigger(level: string, price: Decimal | null): TriggerOf<'crosses'> {
  const exact = parseDecimal(level);
  const side = exact && price ? sideOf(exact, price) : null;
  return { kind: 'crosses', direction: side ?? 'above', level };
}
