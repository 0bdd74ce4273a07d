import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { amountsHidden } from '@/lib/storage/values/holdings.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import { useCurrencyOptions } from '../shared/hooks/use-currency-options.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { Field } from '../shared/field.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { closeDialog } from '../shared/dialog.tsx';
import dialogStyles from '../shared/small-dialog.module.css';
import styles from './holding-form.module.css';
import { useHoldingForm, type HeldFeed, type HoldingFormState } from './use-holding-form.ts';
import { setHolding } from '@/lib/pages/holdings/set-holding.ts';
import type { FeedId, UnixSeconds } from '@/lib/base/units.ts';
import { showPageNotice } from '../shared/page-notice.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import type { Position } from '@/lib/domain/holdings/position.ts';
import { ageMs, formatAge } from '@/lib/domain/prices/age.ts';
import { formatConfidence, formatPrice } from '@/lib/domain/prices/format-price.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { TextInput } from '../shared/text-field.tsx';
import { Message } from '../shared/message.tsx';
import { useWorth } from './use-worth.ts';

interface HoldingFormProps {
  feed: HeldFeed;
  stored: Holding | null;
  isHidden: boolean;
  onClose: () => void;
}

export function HoldingForm({ feed, stored, isHidden, onClose }: HoldingFormProps) {
  const form = useHoldingForm(feed, stored);
  const quantity = useRef<HTMLInputElement>(null);
  // Runs after the dialog's own effect.
  useEffect(() => {
    quantity.current?.focus();
    quantity.current?.select();
  }, []);
  const unit = attribute(feed.attributes, 'base') ?? feed.name;
  return (
    <FormDialog
      title={t('holding.title', { name: feed.name })}
      action={t('common.saveButton')}
      extraButton={stored && <DeleteButton feed={feed} />}
      onSubmit={form.save}
      onClose={onClose}
    >
      <FigureField
        ref={quantity}
        label={t('holdings.quantity')}
        hint={t('holding.quantityHint')}
        isMasked={isHidden}
        problem={form.problems?.quantity}
        value={form.draft.quantity}
        onChange={(typed) => form.change({ quantity: typed })}
      >
        <bdi title={unit}>{unit}</bdi>
      </FigureField>
      <CostField form={form} isHidden={isHidden} />
      <p className={styles.worth} data-part="worth">
        {isHidden ? (
          <ShowAmounts />
        ) : (
          form.position && <WorthNow position={form.position} unit={unit} />
        )}
      </p>
    </FormDialog>
  );
}

function CostField({ form, isHidden }: { form: HoldingFormState; isHidden: boolean }) {
  const { draft, problems, change } = form;
  const options = useCurrencyOptions(draft.currency);
  return (
    <FigureField
      label={t('holding.costLabel')}
      isMasked={isHidden}
      problem={problems?.perUnit}
      value={draft.perUnit}
      onChange={(typed) => change({ perUnit: typed })}
    >
      <select
        aria-label={t('holding.currencyLabel')}
        className={controlStyles.control}
        value={draft.currency}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      >
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </FigureField>
  );
}

interface FigureFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  /** Whether the value is shown as dots. */
  isMasked: boolean;
  problem: string | null | undefined;
  value: string;
  onChange: (typed: string) => void;
  /** The number's unit, beside the field. */
  children: ReactNode;
}

/** A field for a number, whose text is stored as typed. */
function FigureField(props: FigureFieldProps) {
  const { ref, label, hint, isMasked, problem, value, onChange, children } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(id) => (
        <div className={styles.figure}>
          <TextInput
            id={id}
            ref={ref}
            dir="ltr"
            inputMode="decimal"
            data-masked={isMasked && value !== '' ? '' : undefined}
            hint={hint}
            problem={problem}
            value={value}
            onChange={onChange}
          />
          {children}
        </div>
      )}
    </Field>
  );
}

function ShowAmounts() {
  return (
    <>
      {t('holdings.nowHidden')}{' '}
      <Button kind="link" onClick={() => void amountsHidden.setValue(false)}>
        {t('holdings.showButton')}
      </Button>
    </>
  );
}

function DeleteButton({ feed: { id, name } }: { feed: HeldFeed }) {
  return (
    <Button
      kind="link"
      className={dialogStyles.extra}
      onClick={({ currentTarget }) => {
        closeDialog(currentTarget);
        void deleteHolding(id, name);
      }}
    >
      {t('common.deleteButton')}
    </Button>
  );
}

/** Deletes a holding and offers to undo it. */
async function deleteHolding(id: FeedId, name: string): Promise<void> {
  const before = await setHolding(id, null);
  if (!before) return;
  showPageNotice({
    text: t('holding.deleted', { name }),
    undo: () => setHolding(id, before),
  });
}

// Prices older than this are not described as current.
const OLD_MS = 60_000;

/** The position's current value. Renders nothing while the value is not known. */
function WorthNow({ position, unit }: { position: Position; unit: string }) {
  const worth = useWorth(position);
  const age = useOldAge(worth?.value.publishTime ?? null);
  if (!worth) return null;
  const { price, confidence } = worth.value;
  const value = formatPrice(price, { digits: 'row', confidence }).text;
  const certainty = confidence.mantissa === 0n ? '' : ` ${formatConfidence(confidence)}`;
  const values = {
    amount: <bdi dir="ltr">{`${exactNumber(position.quantity)} ${unit}`}</bdi>,
    value: (
      <bdi dir="ltr">
        <b>{`${value} ${currencyLabel(worth.currency)}`}</b>
        {certainty}
      </bdi>
    ),
  };
  if (age === '') return <Message of="holding.worthNow" values={values} />;
  return <Message of="holding.worthOld" values={{ ...values, age: <bdi>{age}</bdi> }} />;
}

/** The price's age; empty for a price from the last minute. */
function useOldAge(publishTime: UnixSeconds | null): string {
  return useCorrectedClock((nowMs) =>
    publishTime !== null && ageMs(publishTime, nowMs) >= OLD_MS
      ? formatAge(ageMs(publishTime, nowMs))
      : '',
  );
}
