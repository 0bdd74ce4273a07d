import { useRef, type ReactNode } from 'react';
import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { rehearsalWords } from '@/lib/domain/alerts/text/rehearsal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { Button } from './button.tsx';
import type { Rehearsing } from './hooks/use-rehearsal.ts';
import { useStored } from './hooks/use-stored.ts';
import { Tag } from './tag.tsx';
import styles from './rehearsal.module.css';

interface RehearsalProps {
  /** Text before the sentence. */
  lead?: ReactNode;
  rehearsing: Rehearsing;
  /** Sets the alert's level to a plain decimal. */
  onLevel: (level: string) => void;
}

/** How often the alert would have triggered, and a level that triggers about once a week. */
export function RehearsalNote({ lead, rehearsing, onLevel }: RehearsalProps) {
  const { rehearsed, isLate, weekly, isPossible } = rehearsing;
  const areSamples = useStored(areSamplesShown) ?? false;
  const element = useRef<HTMLDivElement>(null);
  if (!isPossible) return lead;
  const { rule, result } = rehearsed ?? {};
  const words = rule && result && rehearsalWords(rule, result, result.days);
  const level = rule && 'level' in rule.trigger ? rule.trigger.level : null;
  return (
    <div
      ref={element}
      className={styles.rehearsal}
      tabIndex={-1}
      data-part="rehearsal"
      data-late={isLate || undefined}
      data-never={result?.times.length === 0 || undefined}
    >
      {lead}
      <span aria-live="polite">{words && `${words.title} ${words.detail}`}</span>{' '}
      {weekly !== null && weekly !== level && (
        <Button
          kind="link"
          onClick={() => {
            onLevel(weekly);
            // The button disappears, and the keyboard's place must not.
            element.current?.focus();
          }}
        >
          {t('rehearsal.weekly', { level: numberText(weekly) })}
        </Button>
      )}{' '}
      {areSamples && <Tag>{t('samples.title')}</Tag>}
    </div>
  );
}
