import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { CheckedForm } from '../shared/checked-form.tsx';
import { closeDialog, Dialog } from '../shared/dialog.tsx';
import { Field } from '../shared/field.tsx';
import { useCurrencyOptions } from '../shared/hooks/use-currency-options.ts';
import { useFeed } from '../shared/hooks/use-feed.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { DeleteIcon } from '../shared/later-icons.tsx';
import { Segments } from '../shared/segments.tsx';
import { TextInput } from '../shared/text-field.tsx';
import { deleteHolding } from './delete-holding.ts';
import { LatestPrice, Money } from './money.tsx';
import { useHoldingForm, type HeldFeed, type HoldingFormState } from './use-holding-form.ts';
import styles from './holding-sheet.module.css';
import { ageMs, formatAgo } from '@/lib/domain/prices/age.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { Message } from '../shared/message.tsx';
import { ChangeFigure } from './change-figure.tsx';
import { useSupposedWorth } from './use-valuation.ts';

interface HoldingSheetProps {
  id: FeedId;
  onClose: () => void;
}

export default function HoldingSheet({ id, onClose }: HoldingSheetProps) {
  const feed = useFeed(id);
  const isHidden = useStored(amountsHidden);
  const stored = useStoredHolding(id);
  if (!feed || isHidden === undefined || stored === undefined) return null;
  return (
    <HoldingForm feed={{ ...feed, id }} stored={stored} isHidden={isHidden} onClose={onClose} />
  );
}

/** `undefined` until it is read. Does not use `useStored`, whose first value may be outdated. */
function useStoredHolding(id: FeedId): Holding | null | undefined {
  return useRead(id, async () => (await holdings.getValue())[id] ?? null);
}

interface HoldingFormProps {
  feed: HeldFeed;
  stored: Holding | null;
  isHidden: boolean;
  onClose: () => void;
}

/** How much of a feed the user owns and what it cost; shows the value while they type. */
function HoldingForm({ feed, stored, isHidden, onClose }: HoldingFormProps) {
  const form = useHoldingForm(feed, stored);
  const [refusals, setRefusals] = useState(0);
  const quantity = useRef<HTMLInputElement>(null);
  // Runs after the dialog's own effect.
  useEffect(() => {
    quantity.current?.focus();
    quantity.current?.select();
  }, []);
  const unit = attribute(feed.attributes, 'base') ?? feed.name;
  const submit = async (element: HTMLFormElement): Promise<void> => {
    if (await form.save()) closeDialog(element);
    else setRefusals((count) => count + 1);
  };
  return (
    <Dialog
      title={t('holding.title', { name: feed.name })}
      className={styles.sheet}
      isClosedOutside
      onClose={onClose}
    >
      <CheckedForm refusals={refusals} onSubmit={submit}>
        <Heading feed={feed} />
        <FigureField
          ref={quantity}
          label={t('holding.quantityLabel')}
          hint={t('holding.quantityHint')}
          isMasked={isHidden}
          problem={form.problems?.quantity}
          value={form.draft.quantity}
          onChange={(typed) => form.change({ quantity: typed })}
          unit={<bdi title={unit}>{unit}</bdi>}
        />
        <CostField form={form} isHidden={isHidden} />
        <p className={styles.worth} data-part="worth">
          {isHidden ? (
            <ShowAmounts />
          ) : (
            form.holding && <WorthNow id={feed.id} holding={form.holding} />
          )}
        </p>
        <div className={styles.buttons}>
          <Button type="submit" kind="primary">
            {t(stored ? 'common.saveButton' : 'holding.addButton')}
          </Button>
          <Button kind="plain" onClick={(event) => closeDialog(event.currentTarget)}>
            {t('common.cancelButton')}
          </Button>
          {stored && <DeleteButton feed={feed} />}
        </div>
      </CheckedForm>
    </Dialog>
  );
}

function Heading({ feed: { id, name, attributes } }: { feed: HeldFeed }) {
  return (
    <h2>
      <span dir="auto">{name}</span> <small dir="auto">{feedName(attributes, id).subject}</small>
      <LatestPrice id={id} />
    </h2>
  );
}

function CostField({ form, isHidden }: { form: HoldingFormState; isHidden: boolean }) {
  const { draft, problems, change } = form;
  const options = useCurrencyOptions(draft.currency);
  return (
    <FigureField
      label={t('holding.paidLabel')}
      isMasked={isHidden}
      problem={problems?.paid}
      value={draft.paid}
      onChange={(paid) => change({ paid })}
      beside={
        <Segments
          label={t('holding.paidLabel')}
          value={draft.isTotal ? 'total' : 'each'}
          options={[
            ['each', t('holding.each')],
            ['total', t('holding.inTotal')],
          ]}
          onChange={(of) => form.chooseTotal(of === 'total')}
        />
      }
      unit={
        <span className={styles.currency}>
          <span aria-hidden="true">{draft.currency}</span>
          <select
            aria-label={t('holding.currencyLabel')}
            value={draft.currency}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          >
            {options.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </span>
      }
    />
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
  beside?: ReactNode;
  /** The number's unit, at the end of the field. */
  unit: ReactNode;
}

/** A field for a number, whose text is stored as typed. */
function FigureField(props: FigureFieldProps) {
  const { ref, label, hint, isMasked, problem, value, onChange, beside, unit } = props;
  return (
    <Field className={styles.field} label={label} hint={hint} problem={problem} beside={beside}>
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
          {unit}
        </div>
      )}
    </Field>
  );
}

function ShowAmounts() {
  return (
    <>
      <span>{t('holdings.nowHidden')}</span>
      <Button kind="link" onClick={() => void amountsHidden.setValue(false)}>
        {t('holdings.showButton')}
      </Button>
    </>
  );
}

function DeleteButton({ feed: { id, name } }: { feed: HeldFeed }) {
  return (
    <IconButton
      label={t('common.deleteButton')}
      onClick={({ currentTarget }) => {
        closeDialog(currentTarget);
        void deleteHolding(id, name);
      }}
    >
      <DeleteIcon />
    </IconButton>
  );
}

// Prices older than this are not described as current.
const OLD_MS = 60_000;

/** What a position is worth and has gained. Nothing while its value is not known. */
function WorthNow({ id, holding }: { id: FeedId; holding: Holding }) {
  const worth = useSupposedWorth(id, holding);
  const publishTime = worth?.value.publishTime ?? null;
  const age = useCorrectedClock((nowMs) =>
    publishTime !== null && ageMs(publishTime, nowMs) >= OLD_MS
      ? formatAgo(ageMs(publishTime, nowMs))
      : '',
  );
  if (!worth) return null;
  const { gain } = worth.value;
  const money = <Money measure={worth.value} currency={worth.currency} />;
  const words = age === '' ? t('holding.worthNow') : t('holding.worthOld', { age });
  if (!gain) {
    return (
      <>
        <span>{words}</span> <b>{money}</b>
      </>
    );
  }
  return (
    <>
      <span>
        <Message of="holding.worth" values={{ value: money }} />
        {age !== '' && ` · ${age}`}
      </span>{' '}
      <b>
        <ChangeFigure amount={gain.price} percent={gain.percent} />
      </b>
    </>
  );
}
