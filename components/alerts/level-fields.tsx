import { plainPercent, numberText } from '@/lib/alerts/text/words.ts';
import { suggestLevels, type Suggestion } from '@/lib/alerts/engine/suggest-levels.ts';
import type { Decimal } from '@/lib/prices/decimal.ts';
import { toTypedFigure } from '@/lib/prices/typed-figure.ts';
import { Segments } from '../shared/segments.tsx';
import { Figure } from './form-parts.tsx';
import type { AlertFormState } from './use-alert-form.ts';
import { Chip } from '../shared/chip.tsx';
import styles from './alert-form.module.css';

/** Direction and level, with suggested levels. */
export function LevelFields({ form, price }: { form: AlertFormState; price: Decimal | null }) {
  const { draft, change } = form;
  return (
    <>
      {draft.kind === 'is' ? (
        <Segments
          label="Side"
          value={draft.side}
          options={[
            ['above', 'Above'],
            ['below', 'Below'],
          ]}
          onChange={(side) => change({ side })}
        />
      ) : (
        <Segments
          label="Direction"
          value={draft.direction}
          options={[
            ['above', 'Upwards'],
            ['below', 'Downwards'],
            ['either', 'Either way'],
          ]}
          onChange={(direction) => change({ direction })}
        />
      )}
      <Figure form={form} field="level" label="Level" />
      {price && (
        <Suggestions price={price} chosen={draft.level} onChoose={(level) => change({ level })} />
      )}
    </>
  );
}

interface SuggestionsProps {
  price: Decimal;
  /** The level as typed. */
  chosen: string;
  onChoose: (typed: string) => void;
}

function Suggestions({ price, chosen, onChoose }: SuggestionsProps) {
  return (
    <div className={styles.suggestions} role="group" aria-label="Suggested levels">
      {suggestLevels(price).map((suggestion) => {
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

function SuggestionWords({ suggestion: { level, percent, side } }: { suggestion: Suggestion }) {
  return (
    <>
      <span aria-hidden="true">{side === 'above' ? '▲' : '▼'}</span>
      <span className="visually-hidden">{side === 'above' ? 'up to' : 'down to'}</span>{' '}
      {numberText(level)}
      {percent !== null && (
        <small>
          {' '}
          {percent > 0 ? '+' : '−'}
          {plainPercent(String(Math.abs(percent)))}
        </small>
      )}
    </>
  );
}
