import { useId, type ReactNode } from 'react';
import styles from './radio-cards.module.css';

interface RadioCard<T extends string> {
  value: T;
  title: string;
  /** Screen readers read it out after the title. */
  line?: string;
  /** Decorative; shown before the title. */
  sample?: ReactNode;
}

interface RadioCardsProps<T extends string> {
  label: string;
  cards: readonly RadioCard<T>[];
  value: T;
  onChange: (value: T) => void;
}

export function RadioCards<T extends string>(props: RadioCardsProps<T>) {
  const { label, cards, value, onChange } = props;
  const id = useId();
  return (
    <div className={styles.cards} role="radiogroup" aria-label={label}>
      {cards.map((card) => (
        <label key={card.value} className={styles.card}>
          <input
            type="radio"
            name={id}
            value={card.value}
            checked={card.value === value}
            onChange={() => onChange(card.value)}
            aria-labelledby={`${id}-${card.value}-title`}
            aria-describedby={card.line && `${id}-${card.value}-line`}
          />
          {card.sample}
          <b id={`${id}-${card.value}-title`}>{card.title}</b>
          {card.line && <small id={`${id}-${card.value}-line`}>{card.line}</small>}
        </label>
      ))}
    </div>
  );
}
