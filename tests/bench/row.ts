import { BUDGETS } from './budgets.ts';
import { ratios, summarize, type Summary } from './statistics.ts';
import { judge, type Budget, type Verdict } from './verdict.ts';

/** One result of a bench, with one sample per round. */
export interface Measured {
  /** Used by `--only` and the budgets. */
  name: string;
  what: string;
  /** Unit of the samples, including the reference's. */
  unit: string;
  samples: readonly number[];
  /** Measured in the same rounds. */
  reference?: { what: string; samples: readonly number[] };
  /** How it was measured, if that is not obvious. */
  note?: string;
  /** `false` if the run was too short to compare with the budget. */
  isJudged?: boolean;
}

/** One line of the table. */
export interface Row {
  name: string;
  what: string;
  unit: string;
  figure: Summary;
  reference: (Summary & { what: string }) | null;
  /** The result divided by its reference's, round by round. */
  ratio: Summary | null;
  budget: Budget | null;
  verdict: Verdict | null;
  note: string | null;
}

/** Summarizes a measurement and compares it with its budget, if it has one. */
export function toRow(
  measured: Measured,
  budgets: Readonly<Record<string, Budget>> = BUDGETS,
): Row {
  const { name, what, unit, samples, reference, note, isJudged = true } = measured;
  const figure = summarize(samples);
  const ratio = reference ? summarize(ratios(samples, reference.samples)) : null;
  const budget = budgets[name] ?? null;
  const judged = budget?.of === 'ratio' ? ratio : figure;
  if (budget && !judged) throw new TypeError(`The budget of ${name} needs a reference.`);
  return {
    name,
    what,
    unit,
    figure,
    reference: reference ? { what: reference.what, ...summarize(reference.samples) } : null,
    ratio,
    budget,
    verdict: isJudged && budget && judged ? judge(judged, budget) : null,
    note: note ?? null,
  };
}
