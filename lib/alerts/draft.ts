import { toTypedFigure } from '../prices/typed-figure.ts';
import { optionsOf } from './rule-words.ts';
import type { AlertRule, Trigger, TriggerKind } from './rule.ts';

type Of<Kind extends TriggerKind> = Extract<Trigger, { kind: Kind }>;

/** An alert as a form holds it: figures as they were typed, lengths of time as whole seconds. */
export interface AlertDraft {
  kind: TriggerKind;
  /** For `crosses`. */
  direction: Of<'crosses'>['direction'];
  /** For `is`. */
  side: Of<'is'>['side'];
  /** For both. */
  level: string;
  /** For `moves`. */
  move: Of<'moves'>['direction'];
  amount: string;
  unit: Of<'moves'>['by']['unit'];
  /** `null`: since the last firing. */
  windowSeconds: number | null;
  percent: string;
  basisPoints: string;
  market: Of<'market'>['change'];
  /** `null`: it fires once. */
  cooldownSeconds: number | null;
  rearmBandPercent: string;
  confirmationSeconds: number;
  certain: boolean;
  onlyWhileOpen: boolean;
  /** Wall time as `2026-05-03T14:05`; empty: none. */
  expiresAt: string;
  note: string;
}

/** Where and when a form is filled in. */
export interface DraftPlace {
  /** Unix milliseconds. */
  readonly now: number;
  /** An IANA name. */
  readonly timeZone: string;
  /** A BCP 47 tag; the browser's own where absent. */
  readonly locale?: string | undefined;
}

/** @param level as it would be typed; may be empty */
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

/** Whether the form has a field for the re-arm band: of an alert that fires once it says nothing. */
export function showsBand({ kind, cooldownSeconds }: AlertDraft): boolean {
  return cooldownSeconds !== null && optionsOf(kind).rearmBand;
}

/** The form of an alert that exists. */
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

/** An instant (unix milliseconds) as a form holds it. */
export function wallTime(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(at))
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
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
