import type { ClockSkew } from './clock-skew.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the user should know about the local clock, as a sentence or two; `null`: nothing. */
export function clockNotice({
  skewMs,
  isNoticed,
  uncorrectedMs,
}: Pick<ClockSkew, 'skewMs' | 'isNoticed' | 'uncorrectedMs'>): string | null {
  if (uncorrectedMs !== null) return uncorrectedNotice(uncorrectedMs);
  return isNoticed ? `${clockSentence(skewMs)} Ages are corrected.` : null;
}

/** By how much the local clock is off. @param skewMs local clock minus true time, milliseconds */
export function clockSentence(skewMs: number): string {
  return `Your computer’s clock is about ${offWords(skewMs)}.`;
}

/** Where nothing tells a fast clock from a service that is behind. */
export function doubtfulSentence(skewMs: number): string {
  return `Your computer’s clock is about ${offWords(skewMs)}, or the price service is that far behind.`;
}

/** The same in a few words, for a list of facts. */
export function clockFact(skew: ClockSkew): string {
  if (skew.uncorrectedMs !== null) return `perhaps ${offWords(skew.uncorrectedMs)}, not corrected`;
  if (skew.skewMs !== 0) return `about ${offWords(skew.skewMs)}, ages are corrected`;
  return skew.isConfirmed ? 'agrees with the prices' : 'not compared yet';
}

function uncorrectedNotice(skewMs: number): string {
  if (skewMs > 0) return `${doubtfulSentence(skewMs)} Check your clock: ages are not corrected.`;
  return `${clockSentence(skewMs)} Set it: prices cannot be shown until then.`;
}

function offWords(skewMs: number): string {
  return `${roughDuration(Math.abs(skewMs))} ${skewMs > 0 ? 'fast' : 'slow'}`;
}

function roughDuration(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.round(ms / SECOND)} s`;
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`;
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} d`;
}
