import { BUDGETS } from './budgets.ts';
import { ratios, summarise, type Summary } from './statistics.ts';
import { judge, type Budget, type Verdict } from './verdict.ts';

/** One figure as a bench measured it: a sample a round. */
export interface Measured {
  /** As `--only` and the budgets know it. */
  name: string;
  what: string;
  /** Of the samples, the reference's too. */
  unit: string;
  samples: readonly number[];
  /** Measured in the same rounds. */
  reference?: { what: string; samples: readonly number[] };
  /** How it was measured, where that is not plain. */
  note?: string;
  /** false: too short to be judged by its budget. */
  judged?: boolean;
}

/** One line of the table. */
export interface Row {
  name: string;
  what: string;
  unit: string;
  figure: Summary;
  reference: (Summary & { what: string }) | null;
  /** The figure by its reference's, round by round. */
  ratio: Summary | null;
  budget: Budget | null;
  verdict: Verdict | null;
  note: string | null;
}

/** Sums a measurement up and judges it by its budget, where there is one. */
export function toRow(
  measured: Measured,
  budgets: Readonly<Record<string, Budget>> = BUDGETS,
): Row {
  const { name, what, unit, samples, reference, note, judged: isJudged = true } = measured;
  const figure = summarise(samples);
  const ratio = reference ? summarise(ratios(samples, reference.samples)) : null;
  const budget = budgets[name] ?? null;
  const judged = budget?.of === 'ratio' ? ratio : figure;
  if (budget && !judged) throw new TypeError(`The budget of ${name} needs a reference.`);
  return {
    name,
    what,
    unit,
    figure,
    reference: reference ? { what: reference.what, ...summarise(reference.samples) } : null,
    ratio,
    budget,
    verdict: isJudged && budget && judged ? judge(judged, budget) : null,
    note: note ?? null,
  };
}
