import { InquiryError, storeAnswer, watchQuestions } from '../../pages/inquiries.ts';
import type { Answers, Command, AnsweredProof, AnsweredStakeCaps } from '../../pages/questions.ts';
import { feedIdSchema, z } from '../../base/zod.ts';
import { attribute } from '../../domain/prices/attributes.ts';
import { assetTypeLabel } from '../../domain/prices/feed-name.ts';
import type { Feed } from '../../domain/watchlist/catalog.ts';
import { HttpStatusError } from '../../price-service/index.ts';
import { answerPriceAt, answerSignedPrices } from './answer-past-prices.ts';
import { createDisplayedUpdates, type DisplayedUpdates } from './displayed-updates.ts';
import { problemOf, refuseIfNotCovered } from './refusal.ts';
import { connectedService, type AnswerSources } from './sources.ts';
import type { FeedId } from '../../base/units.ts';
import { toAnswer } from './to-answer.ts';
import { toSignedBytes } from '../../domain/signed-updates/signed-bytes.ts';
import type { ReceivedUpdate } from '../intake/updates.ts';
import { catalog } from '../../storage/catalog-store.ts';
import { boundFeed, CATALOG_TIMEOUT_MS } from '../connection/catalog.ts';
import type { Spare } from '../../storage/requests/request-budget.ts';

const MAX_QUERY = 200;
// Maximum number of feeds that a search returns.
const MAX_RESULTS = 500;
// Maximum number of feeds in one request.
const MAX_FOUND = 80;

const COMMANDS = ['refresh', 'refresh-feed-list', 'test-notification'] as const satisfies Command[];

const questionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('price-at'),
    ids: z.array(feedIdSchema).check(z.minLength(1), z.maxLength(1_000)),
    publishTime: z.int(),
  }),
  z.object({
    kind: z.literal('signed-prices'),
    ids: z.array(feedIdSchema).check(z.minLength(1), z.maxLength(1_000)),
    publishTime: z.nullable(z.int()),
  }),
  z.object({ kind: z.literal('proof'), id: feedIdSchema }),
  z.object({ kind: z.literal('stake-caps') }),
  z.object({
    kind: z.literal('found-prices'),
    ids: z.array(feedIdSchema).check(z.minLength(1), z.maxLength(MAX_FOUND)),
  }),
  z.object({
    kind: z.literal('search'),
    query: z.string().check(z.maxLength(MAX_QUERY)),
    assetType: z.nullable(z.string().check(z.maxLength(MAX_QUERY))),
  }),
  z.object({ kind: z.literal('feed-list') }),
  z.object({ kind: z.enum(COMMANDS) }),
]);
type CheckedQuestion = z.infer<typeof questionSchema>;

interface AnsweringOptions extends AnswerSources {
  /** Must be safe to repeat: the worker may die halfway. */
  commands: Record<Command, () => Promise<unknown>>;
}

/** Call this in the worker's first turn. */
export function startAnswering({ commands, ...sources }: AnsweringOptions) {
  const displayed = createDisplayedUpdates(sources.prices);
  watchQuestions((id, raw) => void reply(id, raw));
  return {
    rememberUpdate: displayed.remember,
    /** Call this when verdicts no longer count. */
    forgetUpdates: displayed.clear,
  };

  async function reply(id: string, raw: unknown): Promise<void> {
    try {
      const question = questionSchema.safeParse(raw);
      if (!question.success) throw new InquiryError({ code: 'invalid-question' });
      const answer = await findAnswer(question.data);
      await storeAnswer(id, { ok: true, answer }).catch(refuseForLackOfRoom);
    } catch (error) {
      await storeAnswer(id, { ok: false, reason: await problemOf(error, sources.connect) });
    }
  }

  async function findAnswer(question: CheckedQuestion): Promise<Answers[keyof Answers]> {
    switch (question.kind) {
      case 'price-at':
        return answerPriceAt(question, sources);
      case 'proof':
        return answerProof(question.id, displayed, sources);
      case 'signed-prices':
        return answerSignedPrices(question, sources);
      case 'stake-caps':
        return answerStakeCaps(sources);
      case 'found-prices':
        return answerFoundPrices(question.ids, sources);
      case 'search':
        return answerSearch(question, sources);
      case 'feed-list':
        return catalog.getValue();
      default:
        await commands[question.kind]();
        return 'done';
    }
  }
}

function refuseForLackOfRoom(): never {
  throw new InquiryError({ code: 'no-room' });
}

/** The update that a feed's displayed price came from, or else the latest one. */
async function answerProof(
  id: FeedId,
  displayed: DisplayedUpdates,
  sources: AnswerSources,
): Promise<AnsweredProof> {
  const known = displayed.find(id);
  if (known) return toProofAnswer(known, id);
  const { client } = await connectedService(sources);
  const update = await client
    .getLatestPriceUpdates([id])
    .catch((error: unknown) => refuseIfNotCovered(error, [id]));
  const receivedAt = Date.now();
  const judged = await sources.judge.verifyUpdate(update, sources.signatures(), { receivedAt });
  return toProofAnswer({ update, receivedAt, judged }, id);
}

function toProofAnswer(received: ReceivedUpdate, id: FeedId): AnsweredProof {
  const evidence = received.judged.find((judged) => judged.id === id)?.evidence;
  const bytes = evidence ? toSignedBytes(evidence.signed, evidence.binary) : null;
  return { ...toAnswer(received, [id]), bytes };
}

async function answerSearch(
  { query, assetType }: { query: string; assetType: string | null },
  sources: AnswerSources,
): Promise<Answers['search']> {
  const { client } = await connectedService(sources);
  const options = { timeoutMs: CATALOG_TIMEOUT_MS, ...(query !== '' && { query }) };
  if (assetType === null) return firstOf(await client.getPriceFeeds(options));
  try {
    return firstOf(await client.getPriceFeeds({ ...options, assetType, httpRetries: 0 }));
  } catch (error) {
    if (!(error instanceof HttpStatusError && error.status === 400)) throw error;
    // The filter has another name there: the public service has `metal` for `metals`.
    const label = assetTypeLabel(assetType);
    const isWanted = ({ attributes }: Feed) =>
      assetTypeLabel(attribute(attributes, 'asset_type')) === label;
    return firstOf((await client.getPriceFeeds(options)).filter(isWanted));
  }
}

function firstOf(feeds: readonly Feed[]): Answers['search'] {
  return { feeds: feeds.slice(0, MAX_RESULTS).map(boundFeed) };
}

async function answerStakeCaps(sources: AnswerSources): Promise<AnsweredStakeCaps> {
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

// Reserves most of the limit for watchlist prices.
const SPARE: Spare = { sentAtMost: 3, pauseMs: 0 };

/** The latest prices of search results, in one request that is never split, repeated or queued. */
async function answerFoundPrices(
  ids: readonly FeedId[],
  sources: AnswerSources,
): Promise<Answers['found-prices']> {
  const { client, spareDelayMs, whenSpare } = await connectedService(sources);
  if ((await spareDelayMs(SPARE)) > 0) return { prices: {} };
  const options = { encoding: 'base64', parsed: true, ...whenSpare(SPARE) } as const;
  const update = await client.getLatestPriceUpdates(ids, options);
  const judged = await sources.judge.verifyUpdate(update, sources.signatures());
  return {
    prices: Object.fromEntries(
      judged.flatMap(({ id, price, failure }) => (price && !failure ? [[id, price]] : [])),
    ),
  };
}
