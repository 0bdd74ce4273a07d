import { useId } from 'react';
import type { TriggerKind } from '@/lib/alerts/model/trigger.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { Segments } from '../shared/segments.tsx';
import { KIND_GROUPS, KIND_HINTS, lengthsWith, lengthWords, WINDOWS } from './form-choices.ts';
import { Choice, Figure } from './form-parts.tsx';
import { LevelFields } from './level-fields.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import controlStyles from '../shared/control.module.css';
import styles from './alert-form.module.css';

interface TriggerFieldsProps {
  form: AlertFormState;
  /** The feed's display name or symbol. */
  name: string;
  price: Decimal | null;
}

/** Form fields for the alert's condition. */
export function TriggerFields({ form, name, price }: TriggerFieldsProps) {
  const { kind } = form.draft;
  const id = useId();
  return (
    <>
      <div className={styles.part}>
        <label htmlFor={id}>Tell me about {name} when</label>
        <select
          id={id}
          className={controlStyles.control}
          value={kind}
          aria-describedby={`${id}-hint`}
          onChange={(event) => form.change({ kind: kindNamed(event.currentTarget.value) })}
        >
          {KIND_GROUPS.map(({ label, kinds }) => (
            <optgroup key={label} label={label}>
              {kinds.map(([option, words]) => (
                <option key={option} value={option}>
                  {words}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <p id={`${id}-hint`} className={styles.hint}>
          {KIND_HINTS[kind]}
        </p>
      </div>
      <KindFields form={form} price={price} />
    </>
  );
}

function kindNamed(value: string): TriggerKind {
  const known = KIND_GROUPS.flatMap(({ kinds }) => kinds.map(([kind]) => kind));
  return known.find((kind) => kind === value) ?? 'crosses';
}

function KindFields({ form, price }: { form: AlertFormState; price: Decimal | null }) {
  const { draft, change } = form;
  switch (draft.kind) {
    case 'crosses':
    case 'is':
      return <LevelFields form={form} price={price} />;
    case 'moves':
      return <MoveFields form={form} />;
    case 'deviates-from-ema':
      return <Figure form={form} field="percent" label="By at least" unit="%" />;
    case 'confidence-wider':
      return <Figure form={form} field="basisPoints" label="Wider than" unit="bp" />;
    case 'market':
      return (
        <Segments
          label="Market"
          value={draft.market}
          options={[
            ['opens', 'Opens'],
            ['closes', 'Closes'],
            ['either', 'Either'],
          ]}
          onChange={(market) => change({ market })}
        />
      );
    default:
      return null;
  }
}

const SINCE_FIRING = -1;

function MoveFields({ form }: { form: AlertFormState }) {
  const { draft, change } = form;
  const windows = lengthsWith(WINDOWS, draft.windowSeconds ?? WINDOWS[0]);
  return (
    <>
      <Segments
        label="Direction"
        value={draft.move}
        options={[
          ['up', 'Up'],
          ['down', 'Down'],
          ['either', 'Either way'],
        ]}
        onChange={(move) => change({ move })}
      />
      <div className={styles.pair}>
        <Figure form={form} field="amount" label="By at least" />
        <Choice
          label="Unit"
          value={draft.unit}
          options={[
            ['percent', 'per cent'],
            ['value', 'as the price'],
          ]}
          onChange={(unit) => change({ unit })}
        />
      </div>
      <Choice
        label="Within"
        value={draft.windowSeconds ?? SINCE_FIRING}
        options={[
          ...windows.map((seconds) => [seconds, lengthWords(seconds)] as const),
          [SINCE_FIRING, 'any time since the last firing'],
        ]}
        onChange={(seconds) => change({ windowSeconds: seconds === SINCE_FIRING ? null : seconds })}
      />
    </>
  );
}
