import { useId } from 'react';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { Segments } from '../shared/segments.tsx';
import { durationOptions } from '../shared/select-field.tsx';
import { kindTitle, possibleKinds, WINDOWS } from './form-choices.ts';
import { Choice, Figure } from './form-parts.tsx';
import { LevelFields } from './level-fields.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import controlStyles from '../shared/control.module.css';
import styles from './alert-form.module.css';

interface TriggerFieldsProps {
  form: AlertFormState;
  subjectId: string;
  attributes: FeedAttributes;
  price: Decimal | null;
  style: FigureStyle;
}

export function TriggerFields(props: TriggerFieldsProps) {
  const { form, subjectId, attributes, price, style } = props;
  const { kind } = form.draft;
  const id = useId();
  return (
    <>
      <div className={styles.part}>
        <label htmlFor={id}>{t('alertForm.kindLabel')}</label>
        <select
          id={id}
          className={controlStyles.control}
          value={kind}
          onChange={({ currentTarget: { value } }) => {
            const chosen = possibleKinds(subjectId, attributes, kind).find(
              (each) => each === value,
            );
            if (chosen) form.change({ kind: chosen });
          }}
        >
          {possibleKinds(subjectId, attributes, kind).map((option) => (
            <option key={option} value={option}>
              {kindTitle(option)}
            </option>
          ))}
        </select>
      </div>
      <KindFields form={form} price={price} style={style} />
    </>
  );
}

function KindFields({ form, price, style }: Pick<TriggerFieldsProps, 'form' | 'price' | 'style'>) {
  const { draft, change } = form;
  switch (draft.kind) {
    case 'crosses':
      return <LevelFields form={form} price={price} style={style} />;
    case 'moves':
      return <MoveFields form={form} style={style} />;
    case 'market':
      return (
        <Segments
          label={t('marketHours.market')}
          value={draft.market}
          options={[
            ['opens', t('alertForm.marketOpens')],
            ['closes', t('alertForm.marketCloses')],
            ['either', t('alertForm.marketEither')],
          ]}
          onChange={(market) => change({ market })}
        />
      );
    default:
      return null;
  }
}

function MoveFields({ form, style }: { form: AlertFormState; style: FigureStyle }) {
  const { draft, change } = form;
  return (
    <>
      <Segments
        label={t('alertForm.directionLabel')}
        value={draft.move}
        options={[
          ['up', t('alertForm.upward')],
          ['down', t('alertForm.downward')],
          ['either', t('alertForm.eitherWay')],
        ]}
        onChange={(move) => change({ move })}
      />
      <div className={styles.pair}>
        <Figure form={form} field="amount" label={t('alertForm.atLeastLabel')} />
        <Choice
          label={t('alertForm.unitLabel')}
          value={draft.unit}
          options={[
            ['percent', t('alertForm.percentUnit')],
            [
              'value',
              style.currency === null ? t('alertForm.priceUnit') : currencyLabel(style.currency),
            ],
          ]}
          onChange={(unit) => change({ unit })}
        />
      </div>
      <Choice
        label={t('alertForm.withinLabel')}
        value={draft.withinSeconds}
        options={durationOptions(WINDOWS, draft.withinSeconds)}
        onChange={(withinSeconds) => change({ withinSeconds })}
      />
    </>
  );
}
