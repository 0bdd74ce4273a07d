import type { Check } from './check.ts';

const SHOWN_FAULTS = 8;

/** The table of a run. */
export function formatChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ what }) => what.length));
  return checks
    .flatMap(({ what, found, faults }) => [
      `${faults.length === 0 ? '✓' : '✗'} ${what.padEnd(width)}  ${found}`,
      ...faults.slice(0, SHOWN_FAULTS).map((fault) => `    ${fault}`),
      ...(faults.length > SHOWN_FAULTS ? [`    … ${faults.length - SHOWN_FAULTS} more`] : []),
    ])
    .join('\n');
}
