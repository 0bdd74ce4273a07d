import { messageLanguage } from './language.ts';

/** Leaves out missing sentences. */
export function joinSentences(sentences: readonly (string | false | null | undefined)[]): string {
  // Chinese and Japanese have no space after a full stop.
  return sentences.filter(Boolean).join(/^(?:ja|zh)/.test(messageLanguage()) ? '' : ' ');
}
