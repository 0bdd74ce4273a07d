import { useState } from 'react';
import { sideOf } from '@/lib/domain/alerts/engine/levels.ts';
import { suggestLevel } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import { alertDraftOf, newDraft, type AlertDraft } from '@/lib/domain/alerts/model/draft.ts';
import type { ExactPrice } from '@/lib/domain/alerts/model/price.ts';
import {
  isDraftField,
  readDraft,
  readLevel,
  type DraftField,
} from '@/lib/domain/alerts/model/read-draft.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { partsOf, verbOf, type Verb } from '@/lib/domain/alerts/model/verb.ts';
import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { parseDecimal } from '@/lib/domain/prices/decimal.ts';
import { createAlert, saveAlert } from '@/lib/pages/alerts/alert-actions.ts';
import { reportCreated } from '../../alerts/reported-actions.ts';

/** An alert to write, as the page's address says. */
export interface AlertTask {
  /** A new key starts a new task. */
  key: string;
  subjectId: string;
  /** The alert to edit; `null`: a new one. */
  rule: AlertRule | null;
  /** A plain decimal: the level of a new alert; `null`: a suggested one. */
  level: string | null;
}

type CertainPrice = Pick<ExactPrice, 'price' | 'conf'> | null;

/** What an alert is about, and the price that its level is compared with. */
export interface Subject {
  id: string;
  exact: CertainPrice;
}

/** The alert while it is written. */
export function useAlertDraft(task: AlertTask | null, subject: Subject, onDone: () => void) {
  const [state, setState] = useWriting(task, subject);
  const rule = task?.rule ?? null;
  const { draft, touched } = state;
  const read = readDraft(draft, subject.id, placeNow(subject.exact), rule ?? undefined);
  const invalid = 'reason' in read ? read : null;

  const change = (part: Partial<AlertDraft>): void => {
    const fields = Object.keys(part).filter(isDraftField);
    setState({
      ...state,
      draft: { ...draft, ...part },
      touched: new Set([...touched, ...fields]),
      refusal: null,
    });
  };
  const submit = async (): Promise<void> => {
    if (!('rule' in read)) {
      if (read.field) setState({ ...state, touched: new Set([...touched, read.field]) });
      else setState({ ...state, refusal: read.reason });
      return;
    }
    const result = await (rule ? saveAlert(rule.id, read.rule) : createAlert(read.rule));
    if ('refusal' in result) {
      setState({ ...state, refusal: alertRefusalWords(result.refusal) });
      return;
    }
    if (!rule) reportCreated(result.rule);
    onDone();
  };

  return {
    draft,
    verb: verbOf(draft),
    change,
    submit,
    /** Sets the level, and the direction as long as the user has not chosen a verb. */
    setLevel: (typed: string): void => {
      const side = state.isVerbChosen ? null : sideOfTyped(typed, subject.exact);
      change({ level: typed, ...(side && { direction: side }) });
    },
    setVerb: (verb: Verb): void => {
      // A level that the user set stays, even on the wrong side.
      const isSuggested = !touched.has('level') && !state.isGiven;
      const side = verb === 'above' || verb === 'below' ? verb : null;
      const suggested =
        isSuggested && side && subject.exact ? suggestLevel(subject.exact, side) : null;
      const level = suggested === null ? draft.level : numberText(suggested);
      const next = { ...draft, ...partsOf(verb), level };
      setState({ ...state, draft: next, isVerbChosen: true, refusal: null });
    },
    refusal: state.refusal,
    /** `null` while the sentence is not valid. */
    described: 'rule' in read ? read.rule : null,
    /** `null` if the field is valid or unchanged. */
    problemOf: (field: DraftField): string | null =>
      invalid?.field === field && touched.has(field) ? invalid.reason : null,
  };
}

/**
 * Starts over for another task or subject, or when a late price arrives, unless the user has changed
 * the alert.
 */
function useWriting(task: AlertTask | null, subject: Subject) {
  const [state, setState] = useState(() => startWith(task, subject, null));
  const isOther = state.key !== task?.key || state.subjectId !== subject.id;
  const rule = task?.rule ?? null;
  const hasPrice = state.hasPrice || subject.exact !== null;
  if (isOther || state.hasPrice !== hasPrice || state.rule !== rule) {
    const isChanged = state.draft !== state.first;
    const isSameTask = state.key === task?.key && state.rule === rule;
    setState(
      isChanged && !isOther
        ? { ...state, hasPrice, rule }
        : startWith(task, subject, isSameTask ? state.draft : null),
    );
  }
  return [state, setState] as const;
}

/** @param before the draft of the same task so far, perhaps about another subject */
function startWith(task: AlertTask | null, { id, exact }: Subject, before: AlertDraft | null) {
  // A level says nothing about another subject.
  const own = id === task?.subjectId ? task : null;
  const first = {
    ...firstDraft(own?.level ?? null, { id, exact }, before),
    ...storedDraft(own?.rule ?? null),
    ...(before && optionsOf(before)),
  };
  return {
    key: task?.key,
    subjectId: id,
    rule: task?.rule ?? null,
    hasPrice: exact !== null,
    first,
    draft: first,
    isGiven: Boolean(own?.rule ?? own?.level),
    isVerbChosen: Boolean(task?.rule),
    touched: new Set<DraftField>() as ReadonlySet<DraftField>,
    refusal: null as string | null,
  };
}

function optionsOf({ cooldownSeconds, expiresAt, note }: AlertDraft) {
  return { cooldownSeconds, expiresAt, note };
}

/** What an edited rule sets. A retired one says nothing about the price. */
function storedDraft(rule: AlertRule | null): Partial<AlertDraft> {
  if (!rule) return {};
  const { trigger } = rule;
  const level = trigger.kind === 'crosses' && { level: numberText(trigger.level) };
  return { ...alertDraftOf(rule, placeNow(null)), ...level };
}

function placeNow(exact: CertainPrice) {
  return { now: Date.now(), timeZone: Temporal.Now.timeZoneId(), price: exact?.price ?? null };
}

/** Starts with the given level, or with the verb of the draft and a level that fits it. */
function firstDraft(
  given: string | null,
  { id, exact }: Subject,
  before: AlertDraft | null,
): AlertDraft {
  if (given !== null && parseDecimal(given)) {
    const typed = numberText(given);
    return newDraft(typed, sideOfTyped(typed, exact) ?? 'above');
  }
  const hasVerb = before && (isOfPrice(before) || subjectOf(id).kind === 'feed');
  const draft = hasVerb ? before : newDraft('', 'above');
  const level = exact && suggestLevel(exact, draft.direction === 'below' ? 'below' : 'above');
  return { ...draft, level: level === null ? '' : numberText(level) };
}

/** Whether a verb also fits a subject without a market. */
function isOfPrice({ kind }: AlertDraft): boolean {
  return kind === 'crosses' || kind === 'moves';
}

function sideOfTyped(typed: string, exact: CertainPrice): 'above' | 'below' | null {
  const read = readLevel(typed, placeNow(exact));
  const level = 'text' in read ? parseDecimal(read.text) : null;
  return level && exact && sideOf(level, exact.price);
}
