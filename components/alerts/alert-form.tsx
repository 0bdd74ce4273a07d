import { useRef, useState, type FormEvent, type ReactNode, useMemo } from 'react';
import { namedCondition } from '@/lib/domain/alerts/text/condition-words.ts';
import { ruleSummary, standingWords } from '@/lib/domain/alerts/text/rule-words.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { sideThatCounts } from '@/lib/domain/alerts/model/trigger.ts';
import { toExactPrice, type AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { t } from '@/lib/base/locale/t.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { Choice } from './form-parts.tsx';
import { PriceNow } from './feed-group.tsx';
import { MoreOptions } from './more-options.tsx';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { useAlertForm } from './use-alert-form.ts';
import { useSubject } from './use-subject.ts';
import styles from './alert-form.module.css';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { toSubjectId, subjectOf } from '@/lib/domain/holdings/subject.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { routeOfFeed } from '@/lib/domain/currency/route.ts';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { useRehearsal } from '../shared/hooks/use-rehearsal.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { RehearsalNote } from '../shared/rehearsal.tsx';
import { toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';

interface AlertFormProps {
  subjectId: string;
  /** Absent: the form creates an alert. */
  rule?: AlertRule;
  /** A plain decimal. */
  level?: string | null;
  onDone: () => void;
}

/** A new alert on a feed may be about its price in another currency or the value of its holding. */
export function AlertForm(props: AlertFormProps) {
  const { subjectId, rule, level = null } = props;
  const { choices, first } = useSubjectChoices(subjectId);
  const [chosen, setChosen] = useState<string | null>(null);
  // A level picked on the chart refers to the quoted price.
  const id = rule || level !== null ? subjectId : (chosen ?? first);
  const canChoose = !rule && level === null && choices.length > 1;
  return (
    <SubjectForm {...props} subjectId={id}>
      {canChoose && (
        <Choice
          label={t('alertForm.subjectLabel')}
          value={id}
          options={choices.map((choice) => [choice, subjectChoiceWords(choice)] as const)}
          onChange={setChosen}
        />
      )}
    </SubjectForm>
  );
}

function SubjectForm(props: AlertFormProps & { children: ReactNode }) {
  const { subjectId, rule, level = null, onDone, children } = props;
  const { title, name, attributes, style, latest, paused } = useSubject(subjectId);
  const price = latest && !style.isHidden ? toDecimal(latest.price, latest.expo) : null;
  const form = useAlertForm({ subjectId, rule, level, price, onDone });
  const rehearsing = useRehearsal(subjectId, form.described, attributes);
  const element = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit();
    // The form is still mounted only if the alert was not saved.
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.feed}>
        <b>{title}</b> <PriceNow latest={latest} style={style} />
      </p>
      {paused !== null && <p className={styles.hint}>{paused}</p>}
      {children}
      <TriggerFields
        attributes={attributes}
        form={form}
        subjectId={subjectId}
        price={price}
        style={style}
      />
      <AlertPreview described={form.described} name={name} latest={latest} style={style} />
      <RehearsalNote
        rehearsing={rehearsing}
        onLevel={(found) => form.change({ level: toTypedFigure(found) })}
      />
      <MoreOptions form={form} isOpenAtFirst={rule !== undefined && hasOptions(rule)} />
      <div className={styles.end}>
        {form.refusal !== null && (
          <p className={controlStyles.problem} role="alert">
            {form.refusal}
          </p>
        )}
        <Button type="submit" kind="primary">
          {t(rule ? 'alertForm.saveButton' : 'alerts.addButton')}
        </Button>
        <Button onClick={onDone}>{t('common.cancelButton')}</Button>
      </div>
    </form>
  );
}

interface AlertPreviewProps {
  described: AlertRule | null;
  name: string;
  latest: AlertPrice | null;
  style: FigureStyle;
}

function AlertPreview({ described, name, latest, style }: AlertPreviewProps) {
  const exact = latest && toExactPrice(latest);
  const standing = described && exact ? standingWords(described, exact, style) : '';
  return (
    <div className={styles.preview}>
      <p role="status" aria-label={t('alertForm.previewLabel')}>
        {described &&
          `${namedCondition(described.trigger, name, style)} · ${ruleSummary(described, formatTime)}`}
      </p>
      {/* Not announced: it changes with every price. */}
      {standing !== '' && <p aria-live="off">{standing}</p>}
    </div>
  );
}

function formatTime(at: UnixMilliseconds): string {
  return formatRecentTime(at);
}

function hasOptions({ repeat, trigger, expiresAt, note }: AlertRule): boolean {
  const also = sideThatCounts(trigger) !== null;
  return repeat.mode === 'repeating' || also || expiresAt !== null || note !== '';
}

/**
 * What a new alert can be about: the converted price, the quoted price, and the value of a holding.
 * `first` is the default.
 */
function useSubjectChoices(id: string): { choices: readonly string[]; first: string } {
  const chosen = useStored(displayCurrency) ?? null;
  const feeds = useStored(currencyFeeds);
  const attributes = useStored(followedFeeds)?.[id];
  const held = useStored(holdings)?.[id];
  return useMemo(() => {
    if (subjectOf(id).kind !== 'feed' || !attributes) return { choices: [id], first: id };
    const isConverted =
      chosen !== null && feeds && routeOfFeed({ id, attributes }, chosen, feeds) !== null;
    const converted = isConverted
      ? [toSubjectId({ kind: 'price', feedId: id, currency: chosen })]
      : [];
    const currency = chosen ?? heldCurrency(attributes);
    const holding =
      held && currency !== null ? [toSubjectId({ kind: 'holding', feedId: id, currency })] : [];
    return { choices: [...converted, id, ...holding], first: converted[0] ?? id };
  }, [id, chosen, feeds, attributes, held]);
}

function subjectChoiceWords(id: string): string {
  const subject = subjectOf(id);
  if (subject.kind === 'feed' || subject.kind === 'total') return t('alertForm.subject.quoted');
  const currency = currencyLabel(subject.currency);
  return t(`alertForm.subject.${subject.kind}`, { currency });
}
