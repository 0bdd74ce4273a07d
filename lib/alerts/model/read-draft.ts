import { readTypedFigure } from '../../prices/typed-figure.ts';
import { showsBand, wallTime, type AlertDraft, type DraftPlace } from './draft.ts';
import {
  parseRule,
  type AlertRule,
  type AlertRuleInput,
  type Trigger,
  type TriggerKind,
} from './rule.ts';

/** A field of the form that can be wrong. */
export type DraftField =
  | 'level'
  | 'amount'
  | 'percent'
  | 'basisPoints'
  | 'rearmBandPercent'
  | 'expiresAt'
  | 'note';

export type ReadDraft =
  | { readonly rule: AlertRule }
  | { readonly field: DraftField | null; readonly reason: string };

/**
 * Reads the rule from a form (a new rule has a placeholder id), or reports which field is wrong and
 * why, as text for the user.
 *
 * @param before the rule being edited: its own expiry is accepted even if it has passed
 */
export function readDraft(
  draft: AlertDraft,
  feedId: string,
  place: DraftPlace,
  before?: AlertRule,
): ReadDraft {
  const { cooldownSeconds, confirmationSeconds, certain, onlyWhileOpen, note } = draft;
  const read = readTrigger(draft, place.locale);
  if ('reason' in read) return read;
  const { trigger } = read;
  const figure = FIGURES[draft.kind] ?? null;
  const base = { ...before, id: before?.id ?? 'new', feedId, trigger };
  const triggerProblem = problemWith(base);
  if (triggerProblem !== null) return { field: figure, reason: triggerProblem };

  const band = readBand(draft, base, place.locale);
  // Ignore an error in a hidden field: the user cannot correct it.
  if ('reason' in band && showsBand(draft)) {
    return { field: 'rearmBandPercent', reason: band.reason };
  }

  const expiry = readExpiry(draft.expiresAt, place, before?.expiresAt ?? null);
  if ('reason' in expiry) return { field: 'expiresAt', reason: expiry.reason };

  const result = parseRule({
    ...('rule' in band ? band.rule : base),
    repeat: cooldownSeconds === null ? { mode: 'once' } : { mode: 'repeating', cooldownSeconds },
    confirmationSeconds,
    certain,
    onlyWhileOpen,
    expiresAt: expiry.at,
    note: note.trim(),
  });
  return 'rule' in result ? result : { field: 'note', reason: result.reason };
}

const FIGURES: Partial<Record<TriggerKind, DraftField>> = {
  crosses: 'level',
  is: 'level',
  moves: 'amount',
  'deviates-from-ema': 'percent',
  'confidence-wider': 'basisPoints',
};

function readTrigger(
  draft: AlertDraft,
  locale: string | undefined,
): { trigger: Trigger } | { field: DraftField; reason: string } {
  const { kind } = draft;
  const field = FIGURES[kind];
  if (field === undefined) {
    return {
      trigger: kind === 'market' ? { kind, change: draft.market } : { kind: 'stale-while-open' },
    };
  }
  const read = readTypedFigure(draft[field], locale);
  if ('reason' in read) return { field, reason: read.reason };
  return { trigger: priceTrigger(draft, read.text) };
}

function priceTrigger(draft: AlertDraft, figure: string): Trigger {
  switch (draft.kind) {
    case 'crosses':
      return { kind: 'crosses', direction: draft.direction, level: figure };
    case 'is':
      return { kind: 'is', side: draft.side, level: figure };
    case 'moves':
      return {
        kind: 'moves',
        direction: draft.move,
        by: { unit: draft.unit, amount: figure },
        since:
          draft.windowSeconds === null
            ? { from: 'last-firing' }
            : { from: 'window', seconds: draft.windowSeconds },
      };
    case 'deviates-from-ema':
      return { kind: 'deviates-from-ema', percent: figure };
    default:
      return { kind: 'confidence-wider', basisPoints: figure };
  }
}

function readBand(draft: AlertDraft, base: AlertRuleInput, locale: string | undefined) {
  const read = readTypedFigure(draft.rearmBandPercent, locale);
  return 'reason' in read ? read : parseRule({ ...base, rearmBandPercent: read.text });
}

function problemWith(input: AlertRuleInput): string | null {
  const parsed = parseRule(input);
  return 'reason' in parsed ? parsed.reason : null;
}

function readExpiry(
  text: string,
  { now, timeZone }: DraftPlace,
  before: number | null,
): { at: number | null } | { reason: string } {
  if (text === '') return { at: null };
  if (before !== null && text === wallTime(before, timeZone)) return { at: before };
  const at = instantOf(text, timeZone);
  if (at === null) return { reason: 'The expiry needs a whole date and time.' };
  return at > now ? { at } : { reason: 'The expiry must lie in the future.' };
}

function instantOf(text: string, timeZone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    // An incomplete date, while the user is typing.
    return null;
  }
}
