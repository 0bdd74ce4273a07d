import { useState } from 'react';
import { sideOf } from '@/lib/domain/alerts/engine/levels.ts';
import { suggestLevelsFor } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import {
  alertDraftOf,
  newDraft,
  type AlertDraft,
  type DraftPlace,
} from '@/lib/domain/alerts/model/draft.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { isAboutHoldings } from '@/lib/domain/holdings/subject.ts';
import type { Side } from '@/lib/domain/alerts/model/trigger.ts';
import { parseDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { readTypedFigure, toTypedFigure } from '@/lib/domain/prices/typed-figure.ts';

export interface DraftOptions {
  subjectId: string;
  /** Absent: the form creates an alert. */
  rule?: AlertRule | undefined;
  /** A plain decimal. */
  level: string | null;
  price: Decimal | null;
}

/**
 * The draft starts over for another subject, or when a late price arrives, unless the user has
 * changed the draft.
 */
export function useAlertDraft(options: DraftOptions): [AlertDraft, (draft: AlertDraft) => void] {
  const { subjectId, price } = options;
  const [state, setState] = useState(() => startWith(options));
  const isOther = state.subjectId !== subjectId;
  const isLate = !state.hasPrice && price !== null;
  if (isOther || isLate) {
    const isChanged = state.draft !== state.first;
    setState(isChanged && !isOther ? { ...state, hasPrice: true } : startWith(options));
  }
  return [state.draft, (draft) => setState({ ...state, draft })];
}

function startWith({ subjectId, rule, level, price }: DraftOptions) {
  const first = { ...firstDraft(level, price), ...usualDraft(subjectId), ...storedDraft(rule) };
  return { subjectId, hasPrice: price !== null, first, draft: first };
}

/** What an edited rule sets. A retired one says nothing about the price. */
function storedDraft(rule: AlertRule | undefined): Partial<AlertDraft> {
  return rule ? alertDraftOf(rule, placeNow()) : {};
}

export function placeNow(): DraftPlace {
  return { now: Date.now(), timeZone: Temporal.Now.timeZoneId() };
}

/** The default for holdings is a fall within a day. */
function usualDraft(id: string): Partial<AlertDraft> {
  return isAboutHoldings(id)
    ? { kind: 'moves', move: 'down', amount: '5', withinSeconds: 86_400 }
    : {};
}

/** Starts with the given level, or the next round number above the price. */
function firstDraft(level: string | null, price: Decimal | null): AlertDraft {
  const given = level !== null && parseDecimal(level) ? level : null;
  const suggested = price && suggestLevelsFor(price, 'above')[0]?.level;
  const typed = toTypedFigure(given ?? suggested ?? '');
  return newDraft(typed, directionTo(typed, price) ?? 'above');
}

export function directionTo(typed: string, price: Decimal | null): Side | null {
  const read = readTypedFigure(typed);
  const level = 'text' in read ? parseDecimal(read.text) : null;
  return level && price && sideOf(level, price);
}
