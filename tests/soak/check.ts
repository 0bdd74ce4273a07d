/** One line of the report. */
export interface Check {
  what: string;
  /** A summary of what was observed. */
  found: string;
  /** Sentences; empty if the check passes. */
  faults: string[];
}
