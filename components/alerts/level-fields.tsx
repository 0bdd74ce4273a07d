import { useState } from 'react';
import { plainPercent, numberText } from '@/lib/domain/alerts/text/figures.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { t } from '@/lib/base/locale/t.ts';
import { suggestLevelsFor, type Suggestion } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { ruleNumber, sideOf } from '@/lib/domain/alerts/engine/levels.ts';
import type { Side } from '@/lib/domain/alerts/model/trigger.ts';
import { toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';
import { Segments } from '../shared/segments.tsx';
import { Figure } from './form-parts.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import { Chip } from '../shared/chip.tsx';
import styles from './alert-form.module.css';

interface LevelFieldsProps {
  form: AlertFormState;
  price: Decimal | null;
  style: FigureStyle;
}

export function LevelFields({ form, price, style }: LevelFieldsProps) {
  const { draft, change } = form;
  return (
    <>
      <Segments
        label={t('alertForm.directionLabel')}
        value={draft.direction}
        options={[
          ['above', t('alertForm.upward')],
          ['below', t('alertForm.downward')],
          ['either', t('alertForm.eitherWay')],
        ]}
        onChange={(direction) => change({ direction })}
      />
      <Figure
        form={form}
        field="level"
        label={t('alertForm.levelLabel')}
        {...(style.currency !== null && { unit: currencyLabel(style.currency) })}
      />
      {price && (
        <Suggestions
          price={price}
          direction={draft.direction}
          chosen={draft.level}
          onChoose={(level) => change({ level })}
        />
      )}
    </>
  );
}

interface SuggestionsProps {
  price: Decimal;
  direction: Side | 'either';
  /** The level as typed. */
  chosen: string;
  onChoose: (typed: string) => void;
}

function Suggestions({ price, direction, chosen, onChoose }: SuggestionsProps) {
  const suggestions = useCalmSuggestions(price, direction);
  return (
    <div className={styles.suggestions} role="group" aria-label={t('alertForm.suggestedLabel')}>
      {suggestions.map((suggestion) => {
        const typed = toTypedFigure(suggestion.level);
        return (
          <Chip
            key={suggestion.level}
            isStrong
            isOn={typed === chosen}
            onClick={() => onChoose(typed)}
          >
            <SuggestionWords suggestion={suggestion} />
          </Chip>
        );
      })}
    </div>
  );
}

/** Keeps the levels until the price reaches one, so that no button changes under the pointer. */
function useCalmSuggestions(price: Decimal, direction: Side | 'either'): readonly Suggestion[] {
  const [shown, setShown] = useState({
    direction,
    suggestions: suggestLevelsFor(price, direction),
  });
  const isPassed = ({ level, side }: Suggestion): boolean =>
    sideOf(ruleNumber(level), price) !== side;
  if (shown.direction === direction && !shown.suggestions.some(isPassed)) return shown.suggestions;
  const suggestions = suggestLevelsFor(price, direction);
  setShown({ direction, suggestions });
  return suggestions;
}

function SuggestionWords({ suggestion: { level, percent, side } }: { suggestion: Suggestion }) {
  const isAbove = side === 'above';
  const text = numberText(level);
  return (
    <>
      <span aria-hidden="true">
        <i>{isAbove ? '▲' : '▼'}</i> <bdi dir="ltr">{text}</bdi>
      </span>
      <span className="visually-hidden">
        {t(isAbove ? 'alertForm.suggestedAbove' : 'alertForm.suggestedBelow', { level: text })}
      </span>
      {percent !== null && (
        <small>
          {' '}
          <bdi dir="ltr">
            {percent > 0 ? '+' : '−'}
            {plainPercent(String(Math.abs(percent)))}
          </bdi>
        </small>
      )}
    </>
  );
}
