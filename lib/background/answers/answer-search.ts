import type { Answers } from '../../pages/questions.ts';
import { CATALOG_TIMEOUT_MS } from '../connection/catalog.ts';
import { connectedService, type AnswerSources } from './sources.ts';

export async function answerSearch(
  { query, assetType }: { query: string; assetType: string | null },
  sources: AnswerSources,
): Promise<Answers['search']> {
  const { client } = await connectedService(sources);
  const feeds = await client.getPriceFeeds({
    timeoutMs: CATALOG_TIMEOUT_MS,
    ...(query !== '' && { query }),
    ...(assetType !== null && { assetType }),
  });
  return { feeds };
}
