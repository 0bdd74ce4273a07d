import { messageLanguage } from './language.ts';

/** Joins whole sentences into a text; leaves out those that are missing. */
export function joinSentences(sentences: readonly (string | false | null | undefined)[]): string {
  // Chinese and Japanese have no space after a full stop.
  return sentences.filter(Boolean).join(/^(?:ja|zh)/.test(messageLanguage()) ? '' : ' ');
}
