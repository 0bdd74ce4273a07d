import type { AnsweredStakeCaps } from '../../pages/questions.ts';
import { connectedService, type AnswerSources } from './sources.ts';

export async function answerStakeCaps(sources: AnswerSources): Promise<AnsweredStakeCaps> {
  const { client } = await connectedService(sources);
  const update = await client.getLatestPublisherStakeCaps();
  const judged = await sources.judge.verifyStakeCaps(update, sources.signatures());
  const { caps, publishTime, proof, failure } = judged;
  return {
    caps: caps?.map(({ publisher, cap }) => ({ publisher, cap: String(cap) })) ?? null,
    publishTime,
    ...(proof && { proof }),
    ...(failure && { failure: failure.reason }),
  };
}
