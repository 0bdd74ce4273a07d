import type { Answers } from '../../pages/questions.ts';
import { connectedService, type AnswerSources } from './sources.ts';

/** The results of the price service's own search. */
export async function answerSearch(
  { query, assetType }: { query: string; assetType: string | null },
  sources: AnswerSources,
): Promise<Answers['search']> {
  const { catalogue } = await connectedService(sources);
  const feeds = await catalogue.getPriceFeeds({
    ...(query !== '' && { query }),
    ...(assetType !== null && { assetType }),
  });
  return { feeds };
}
