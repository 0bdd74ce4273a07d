import { toTypedFigure } from '../../prices/typed-figure.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import type { Decimal } from '../../prices/decimal.ts';
import { localTime } from './local-time.ts';
import type { AlertRule, Cooldown } from './rule.ts';
import type { Trigger, TriggerKind, TriggerOf } from './trigger.ts';

/** An alert's sentence and options: numbers as typed, durations in whole seconds. */
export interface AlertDraft {
  kind: Exclude<TriggerKind, 'retired'>;
  /** For `crosses`. */
  direction: TriggerOf<'crosses'>['direction'];
  level: string;
  alsoIfThere: boolean;
  /** For `moves`. */
  move: TriggerOf<'moves'>['direction'];
  amount: string;
  unit: TriggerOf<'moves'>['by']['unit'];
  withinSeconds: number;
  market: TriggerOf<'market'>['change'];
  /** `null` if the alert fires once. */
  cooldownSeconds: Cooldown | null;
  /** Local time as `2026-05-03T14:05`; empty: never. */
  expiresAt: string;
  note: string;
}

export interface DraftPlace {
  readonly now: UnixMilliseconds;
  readonly timeZone: string;
  /** A BCP 47 tag; by default the browser's locale. */
  readonly locale?: string | undefined;
  /** What a typed percentage is relative to; by default, there is none. */
  readonly price?: Decimal | null | undefined;
}

/** A new alert. @param level as the user would type it; may be empty */
export function newDraft(level: string, direction: AlertDraft['direction']): AlertDraft {
  return {
    kind: 'crosses',
    direction,
    level,
    alsoIfThere: false,
    move: 'either',
    amount: '5',
    unit: 'percent',
    withinSeconds: 86_400,
    market: 'opens',
    cooldownSeconds: null,
    expiresAt: '',
    note: '',
  };
}

/** What a rule sets: everything, unless its kind no longer exists. */
export function alertDraftOf(
  rule: AlertRule,
  { timeZone, locale }: DraftPlace,
): Partial<AlertDraft> {
  const { repeat, expiresAt, note } = rule;
  return {
    ...triggerFields(rule.trigger, locale),
    cooldownSeconds: repeat.mode === 'once' ? null : repeat.cooldownSeconds,
    expiresAt: expiresAt === null ? '' : wallTime(expiresAt, timeZone),
    note,
  };
}

/** As in a form field. */
export function wallTime(at: UnixMilliseconds, timeZone: string): string {
  return localTime(at, timeZone).toString({ smallestUnit: 'minute' });
}

function triggerFields(trigger: Trigger, locale: string | undefined): Partial<AlertDraft> {
  const { kind } = trigger;
  switch (kind) {
    case 'crosses': {
      const { direction, level, alsoIfThere = false } = trigger;
      return { kind, direction, level: toTypedFigure(level, locale), alsoIfThere };
    }
    case 'moves':
      return {
        kind,
        move: trigger.direction,
        unit: trigger.by.unit,
        amount: toTypedFigure(trigger.by.amount, locale),
        withinSeconds: trigger.withinSeconds,
      };
    case 'market':
      return { kind, market: trigger.change };
    case 'retired':
      return {};
    default:
      return { kind };
  }
}
