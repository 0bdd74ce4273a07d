import { t } from '../../../base/locale/t.ts';
import {
  absoluteDecimal,
  addDecimals,
  magnitude,
  multiplyDecimals,
  roundToExponent,
} from '../../prices/arithmetic.ts';
import { parseDecimal, toShortDecimalString } from '../../prices/decimal.ts';
import { readTypedFigure } from '../../prices/typed-figure.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { wallTime, type AlertDraft, type DraftPlace } from './draft.ts';
import { parseRule, type AlertRule } from './rule.ts';
import type { Trigger } from './trigger.ts';

const FIELDS = ['level', 'amount', 'expiresAt', 'note'] as const;

export type DraftField = (typeof FIELDS)[number];

export function isDraftField(name: PropertyKey): name is DraftField {
  return (FIELDS as readonly PropertyKey[]).includes(name);
}

type ReadDraft =
  | { readonly rule: AlertRule }
  | { readonly field: DraftField | null; readonly reason: string };

/**
 * Reads a draft's rule (a new one has a placeholder id), or says which field is wrong and why.
 * @param before the edited rule, whose expiry may have passed
 */
export function readDraft(
  draft: AlertDraft,
  subjectId: string,
  place: DraftPlace,
  before?: AlertRule,
): ReadDraft {
  const { cooldownSeconds, note } = draft;
  const read = readTrigger(draft, place);
  if ('reason' in read) return read;
  const expiry = readExpiry(draft.expiresAt, place, before?.expiresAt ?? null);
  const input = {
    ...before,
    id: before?.id ?? 'new',
    feedId: subjectId,
    trigger: read.trigger,
    repeat: cooldownSeconds === null ? { mode: 'once' } : { mode: 'repeating', cooldownSeconds },
    expiresAt: 'at' in expiry ? expiry.at : null,
    note: note.trim(),
  };
  const result = parseRule(input);
  if ('problem' in result) {
    const reason = t(`alertForm.problem.${result.problem}`);
    return { field: result.path.findLast(isDraftField) ?? null, reason };
  }
  return 'reason' in expiry ? { field: 'expiresAt', ...expiry } : result;
}

const NUMBER_FIELDS: Partial<Record<AlertDraft['kind'], 'level' | 'amount'>> = {
  crosses: 'level',
  moves: 'amount',
};

function readTrigger(draft: AlertDraft, place: DraftPlace) {
  const field = NUMBER_FIELDS[draft.kind] ?? null;
  const read = field === 'level' ? readLevel(draft.level, place) : readAmount(draft, field, place);
  return 'reason' in read ? { field, ...read } : { trigger: triggerOf(draft, read.text) };
}

function readAmount(draft: AlertDraft, field: 'amount' | null, { locale }: DraftPlace) {
  return field === null ? { text: '' } : readTypedFigure(draft[field], locale);
}

const PERCENT_AWAY = /^\s*([+\-−])(.*)[%٪]\s*$/s;
/** Significant digits of a level that was typed as a percentage. */
const LEVEL_DIGITS = 6;

/** Reads a level, or the change of the price to it: `82.5k`, `+1%`. */
export function readLevel(typed: string, { locale, price }: Pick<DraftPlace, 'locale' | 'price'>) {
  const [, sign, size = ''] = PERCENT_AWAY.exec(typed) ?? [];
  if (sign === undefined || !price) return readTypedFigure(typed, locale);
  const percent = readTypedFigure(size, locale);
  const share = 'text' in percent ? parseDecimal(percent.text) : null;
  if (!share) return percent;
  const factor = {
    mantissa: sign === '+' ? share.mantissa : -share.mantissa,
    expo: share.expo - 2,
  };
  const exact = addDecimals(price, multiplyDecimals(absoluteDecimal(price), factor));
  const place = Math.max(price.expo, magnitude(price) - LEVEL_DIGITS + 1);
  return { text: toShortDecimalString(roundToExponent(exact, place)) };
}

function triggerOf(draft: AlertDraft, typed: string): Trigger {
  const { kind } = draft;
  switch (kind) {
    case 'crosses': {
      const also = draft.alsoIfThere && { alsoIfThere: true as const };
      return { kind, direction: draft.direction, level: typed, ...also };
    }
    case 'moves': {
      const { move, unit, withinSeconds } = draft;
      return { kind, direction: move, by: { unit, amount: typed }, withinSeconds };
    }
    case 'market':
      return { kind, change: draft.market };
    default:
      return { kind };
  }
}

function readExpiry(
  text: string,
  { now, timeZone }: DraftPlace,
  before: UnixMilliseconds | null,
): { at: UnixMilliseconds | null } | { reason: string } {
  if (text === '') return { at: null };
  if (before !== null && text === wallTime(before, timeZone)) return { at: before };
  const at = instantOf(text, timeZone);
  if (at === null) return { reason: t('priceAtTime.incomplete') };
  return at > now ? { at } : { reason: t('alertForm.problem.expiryPast') };
}

function instantOf(text: string, timeZone: string): UnixMilliseconds | null {
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    // An incomplete date, while the user is typing.
    return null;
  }
}
