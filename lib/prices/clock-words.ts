import type { ClockSkew } from './clock-skew.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns the notice about the local clock, one or two sentences; `null` if none is needed. */
export function clockNotice({
  skewMs,
  isNoticed,
  uncorrectedMs,
}: Pick<ClockSkew, 'skewMs' | 'isNoticed' | 'uncorrectedMs'>): string | null {
  if (uncorrectedMs !== null) return uncorrectedNotice(uncorrectedMs);
  return isNoticed ? `${clockSentence(skewMs)} Ages are corrected.` : null;
}

/**
 * Returns a sentence that says how far the local clock is off.
 *
 * @param skewMs local clock minus true time, milliseconds
 */
export function clockSentence(skewMs: number): string {
  return `Your computer’s clock is about ${skewWords(skewMs)}.`;
}

/** Like `clockSentence`, if either the clock is fast or the price service is behind. */
export function doubtfulSentence(skewMs: number): string {
  return `Your computer’s clock is about ${skewWords(skewMs)}, or the price service is that far behind.`;
}

/** Describes the state of the clock in a few words, for a list of facts. */
export function clockFact(skew: ClockSkew): string {
  if (skew.uncorrectedMs !== null) return `perhaps ${skewWords(skew.uncorrectedMs)}, not corrected`;
  if (skew.skewMs !== 0) return `about ${skewWords(skew.skewMs)}, ages are corrected`;
  return skew.isConfirmed ? 'agrees with the prices' : 'not compared yet';
}

function uncorrectedNotice(skewMs: number): string {
  if (skewMs > 0) return `${doubtfulSentence(skewMs)} Check your clock: ages are not corrected.`;
  return `${clockSentence(skewMs)} Set it: prices cannot be shown until then.`;
}

function skewWords(skewMs: number): string {
  return `${roughDuration(Math.abs(skewMs))} ${skewMs > 0 ? 'fast' : 'slow'}`;
}

function roughDuration(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.round(ms / SECOND)} s`;
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`;
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} d`;
}
