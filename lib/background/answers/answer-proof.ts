import type { AnsweredUpdate } from '../../pages/questions.ts';
import type { FeedId } from '../../base/units.ts';
import type { DisplayedUpdates } from './displayed-updates.ts';
import { toAnswer } from './to-answer.ts';
import { refuseIfNotCovered } from './refusal.ts';
import { connectedService, type AnswerSources } from './sources.ts';

/** The update that a feed's displayed price came from, or else the latest one. */
export async function answerProof(
  id: FeedId,
  displayed: DisplayedUpdates,
  sources: AnswerSources,
): Promise<AnsweredUpdate> {
  const known = displayed.find(id);
  if (known) return toAnswer(known, [id]);
  const { client } = await connectedService(sources);
  const update = await client
    .getLatestPriceUpdates([id])
    .catch((error: unknown) => refuseIfNotCovered(error, [id]));
  const receivedAt = Date.now();
  const judged = await sources.judge.verifyUpdate(update, sources.signatures(), { receivedAt });
  return toAnswer({ update, receivedAt, judged }, [id]);
}
