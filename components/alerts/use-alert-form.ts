import { useState } from 'react';
import { createAlert, saveAlert } from '@/lib/pages/alerts/alert-actions.ts';
import { otherSide } from '@/lib/domain/alerts/engine/levels.ts';
import type { AlertDraft } from '@/lib/domain/alerts/model/draft.ts';
import { isDraftField, readDraft, type DraftField } from '@/lib/domain/alerts/model/read-draft.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { suggestLevelsFor } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import { reportCreated } from './reported-actions.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';
import { directionTo, placeNow, useAlertDraft, type DraftOptions } from './use-alert-draft.ts';

interface AlertFormOptions extends DraftOptions {
  onDone: () => void;
}

export function useAlertForm({ subjectId, rule, level, price, onDone }: AlertFormOptions) {
  const [draft, setDraft] = useAlertDraft({ subjectId, rule, level, price });
  // Until the user chooses a direction, it is derived from the level.
  const [isDirectionChosen, setDirectionChosen] = useState(rule !== undefined);
  const [touched, setTouched] = useState<ReadonlySet<DraftField>>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);

  const read = readDraft(draft, subjectId, placeNow(), rule);
  const invalid = 'reason' in read ? read : null;

  const change = (part: Partial<AlertDraft>): void => {
    setRefusal(null);
    if ('direction' in part) setDirectionChosen(true);
    const next = part.level ?? levelBeyond(draft, part, price);
    const side =
      part.level === undefined || isDirectionChosen ? null : directionTo(part.level, price);
    setDraft({ ...draft, ...(side && { direction: side }), ...part, level: next });
    setTouched(new Set([...touched, ...Object.keys(part).filter(isDraftField)]));
  };
  const submit = async (): Promise<void> => {
    if ('reason' in read) {
      if (read.field) setTouched(new Set([...touched, read.field]));
      else setRefusal(read.reason);
      return;
    }
    const result = await (rule ? saveAlert(rule.id, read.rule) : createAlert(read.rule));
    if ('refusal' in result) {
      setRefusal(alertRefusalWords(result.refusal));
      return;
    }
    if (!rule) reportCreated(result.rule);
    onDone();
  };

  return {
    draft,
    change,
    submit,
    refusal,
    /** `null` while the form is not valid. */
    described: 'rule' in read ? read.rule : null,
    /** `null` if the field is valid or unchanged. */
    problemOf: (field: DraftField): string | null =>
      invalid?.field === field && touched.has(field) ? invalid.reason : null,
  };
}

export type AlertFormState = ReturnType<typeof useAlertForm>;

/** After a change of direction, replaces a suggested level on the wrong side; a typed one stays. */
function levelBeyond(
  { level }: AlertDraft,
  { direction: chosen }: Partial<AlertDraft>,
  price: Decimal | null,
): string {
  if (!chosen || chosen === 'either' || !price) return level;
  const typed = suggestLevelsFor(price, otherSide(chosen)).map((one) => toTypedFigure(one.level));
  const [first] = suggestLevelsFor(price, chosen);
  return first && typed.includes(level) ? toTypedFigure(first.level) : level;
}
