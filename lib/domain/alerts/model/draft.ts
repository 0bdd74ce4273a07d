import { toTypedFigure } from '../../prices/typed-figure.ts';
import type { UnixMilliseconds } from '../../../base/units.ts';
import { localTime } from './local-time.ts';
import type { AlertRule } from './rule.ts';
import { optionsOf, type Trigger, type TriggerKind, type TriggerOf } from './trigger.ts';

/** The contents of an alert form: numbers as typed, durations in whole seconds. */
export interface AlertDraft {
  kind: TriggerKind;
  /** For `crosses`. */
  direction: TriggerOf<'crosses'>['direction'];
  /** For `is`. */
  side: TriggerOf<'is'>['side'];
  /** For `crosses` and `is`. */
  level: string;
  /** For `moves`. */
  move: TriggerOf<'moves'>['direction'];
  amount: string;
  unit: TriggerOf<'moves'>['by']['unit'];
  /** `null` measures moves since the last firing. */
  windowSeconds: number | null;
  percent: string;
  basisPoints: string;
  market: TriggerOf<'market'>['change'];
  /** `null` if the alert fires once. */
  cooldownSeconds: number | null;
  rearmBandPercent: string;
  confirmationSeconds: number;
  certain: boolean;
  onlyWhileOpen: boolean;
  /** Local time as `2026-05-03T14:05`; empty: never. */
  expiresAt: string;
  note: string;
}

export interface DraftPlace {
  readonly now: UnixMilliseconds;
  readonly timeZone: string;
  /** A BCP 47 tag; by default the browser's locale. */
  readonly locale?: string | undefined;
}

/** A new alert's form. @param level as the user would type it; may be empty */
export function newDraft(level: string, direction: AlertDraft['direction']): AlertDraft {
  return {
    kind: 'crosses',
    direction,
    side: direction === 'below' ? 'below' : 'above',
    level,
    move: 'either',
    amount: '1',
    unit: 'percent',
    windowSeconds: 3_600,
    percent: '1',
    basisPoints: '20',
    market: 'opens',
    cooldownSeconds: null,
    rearmBandPercent: toTypedFigure('0.1'),
    confirmationSeconds: 0,
    certain: false,
    onlyWhileOpen: true,
    expiresAt: '',
    note: '',
  };
}

/** A one-time alert needs no reset distance. */
export function showsBand({ kind, cooldownSeconds }: AlertDraft): boolean {
  return cooldownSeconds !== null && optionsOf(kind).rearmBand;
}

export function draftOf(rule: AlertRule, { timeZone, locale }: DraftPlace): AlertDraft {
  const { repeat, confirmationSeconds, certain, onlyWhileOpen, expiresAt, note } = rule;
  return {
    ...newDraft('', 'above'),
    ...triggerFields(rule.trigger, locale),
    cooldownSeconds: repeat.mode === 'once' ? null : repeat.cooldownSeconds,
    rearmBandPercent: toTypedFigure(rule.rearmBandPercent, locale),
    confirmationSeconds,
    certain,
    onlyWhileOpen,
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
    case 'crosses':
      return { kind, direction: trigger.direction, level: toTypedFigure(trigger.level, locale) };
    case 'is':
      return { kind, side: trigger.side, level: toTypedFigure(trigger.level, locale) };
    case 'moves':
      return {
        kind,
        move: trigger.direction,
        unit: trigger.by.unit,
        amount: toTypedFigure(trigger.by.amount, locale),
        windowSeconds: trigger.since.from === 'window' ? trigger.since.seconds : null,
      };
    case 'deviates-from-ema':
      return { kind, percent: toTypedFigure(trigger.percent, locale) };
    case 'confidence-wider':
      return { kind, basisPoints: toTypedFigure(trigger.basisPoints, locale) };
    case 'market':
      return { kind, market: trigger.change };
    default:
      return { kind };
  }
}
