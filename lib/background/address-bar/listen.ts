import { browser } from 'wxt/browser';
import { t } from '../../base/locale/t.ts';
import { AddressBarAnswers, type AddressBarSources } from './answers.ts';
import { lineMarkup } from './markup.ts';

type Suggest = Parameters<Parameters<typeof browser.omnibox.onInputChanged.addListener>[0]>[1];

/**
 * Answers what the user types after the keyword, in the address bar. Call this in the worker's first
 * turn. It reads nothing until the user types.
 */
export function listenToAddressBar(sources: AddressBarSources): void {
  // Android has no keywords.
  if (!browser.omnibox) return;
  const { onInputStarted, onInputChanged, onInputEntered, onInputCancelled } = browser.omnibox;
  let session: AddressBarAnswers | null = null;
  const answers = (): AddressBarAnswers => (session ??= new AddressBarAnswers(sources));
  const suggest = async (text: string, show: Suggest): Promise<void> => {
    const [first, ...others] = await answers().linesFor(text);
    if (first) setFirst(lineMarkup(first));
    show(others.map((line) => ({ content: line.content, description: lineMarkup(line) })));
  };
  onInputStarted.addListener(() => setFirst(lineMarkup({ text: t('search.placeholder') })));
  onInputChanged.addListener((text, show) => void suggest(text, show));
  onInputEntered.addListener((text, disposition) => {
    void answers().enter(text, disposition);
    session = null;
  });
  // Frees the list of all prices, which takes several megabytes.
  onInputCancelled.addListener(() => {
    session = null;
  });
}

function setFirst(description: string): void {
  void browser.omnibox.setDefaultSuggestion({ description });
}
