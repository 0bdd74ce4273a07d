import { toNotCovered, NotCoveredError } from '../connection/feed-refusal.ts';
import { serviceProblemWords } from '../connection/service-problem-words.ts';
import { findPause } from '../connection/request-budget.ts';
import {
  answer,
  watchQuestions,
  type AnsweredFigure,
  type AnsweredStakeCaps,
  type AnsweredUpdate,
  type Answers,
} from '../pages/inquiries.ts';
import { isTooEarly, type WasClosed } from '../history/place-in-time.ts';
import { HttpStatusError, type PriceUpdate } from '../price-service/index.ts';
import { wasClosed } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import type { StoredPrice } from '../storage/prices.ts';
import type { Signatures } from '../storage/settings.ts';
import { feedIdSchema } from '../storage/watchlist.ts';
import { z } from '../zod.ts';
import { describeFailure } from './describe-failure.ts';
import type { Judge, JudgedItem } from './judge.ts';
import { toDetails } from './proofs.ts';
import type { Service } from './service.ts';

const MAX_QUERY = 200;

// Mostly one update holds all feeds. Where each feed's last one is another, the oldest go: their
// feeds are asked for anew.
const MAX_SHOWN = 32;

const questionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('price-at'),
    ids: z.array(feedIdSchema).check(z.minLength(1), z.maxLength(1_000)),
    publishTime: z.int(),
  }),
  z.object({ kind: z.literal('proof'), id: feedIdSchema }),
  z.object({ kind: z.literal('stake-caps') }),
  z.object({
    kind: z.literal('search'),
    query: z.string().check(z.maxLength(MAX_QUERY)),
    assetType: z.nullable(z.string().check(z.maxLength(MAX_QUERY))),
  }),
]);
type CheckedQuestion = z.infer<typeof questionSchema>;

interface AnsweringOptions {
  judge: Judge;
  signatures: () => Signatures;
  /** Of the followed feeds, by id. */
  attributes: () => Readonly<Record<string, Record<string, string>>>;
  /** Latest prices as stored, by feed id. */
  prices: ReadonlyMap<string, StoredPrice>;
  /** Connects as the settings have it; `null`: there is nothing to ask. */
  connect: () => Promise<Service | null>;
}

interface Taken {
  update: PriceUpdate;
  receivedAt: number;
  judged: readonly JudgedItem[];
}

/** A reason that is a sentence for the user already. */
class Refusal extends Error {}

/** Answers the pages' questions: a proof is asked of the figure that is shown. */
export interface Answering {
  /** To be told of every update when its figures are stored, or were too old to be. */
  note: (taken: Taken) => void;
  /** Other signers, another setting or another service: what was noted proves nothing any more. */
  forget: () => void;
}

/** Answers the pages' questions to the price service; to be called in the worker's first turn. */
export function startAnswering(options: AnsweringOptions): Answering {
  const { judge, signatures, attributes, prices: stored, connect } = options;
  /** By feed id the update that gave the stored figure, the oldest update first. */
  const shown = new Map<string, Taken>();
  const inWork = new Set<string>();

  watchQuestions((id, raw) => {
    // Heard of twice at a start: as a change and as one that waits.
    if (inWork.has(id)) return;
    inWork.add(id);
    void reply(id, raw).finally(() => inWork.delete(id));
  });
  return {
    note: (taken) => {
      for (const judged of taken.judged) {
        const { id } = judged;
        if (!isStored(judged, stored.get(id))) continue;
        shown.delete(id);
        shown.set(id, taken);
      }
      dropOldest();
    },
    forget: () => shown.clear(),
  };

  function dropOldest(): void {
    const updates = new Set(shown.values());
    if (updates.size <= MAX_SHOWN) return;
    const [oldest] = updates;
    for (const [id, taken] of shown) if (taken === oldest) shown.delete(id);
  }

  async function reply(id: string, raw: unknown): Promise<void> {
    try {
      const question = questionSchema.safeParse(raw);
      if (!question.success) throw new Refusal('This question cannot be asked.');
      const found = await find(question.data);
      await answer(id, { ok: true, answer: found }).catch(noRoom);
    } catch (error) {
      await answer(id, { ok: false, reason: await explain(error) });
    }
  }

  async function find(question: CheckedQuestion): Promise<Answers[keyof Answers]> {
    switch (question.kind) {
      case 'price-at':
        return priceAt(question.ids, question.publishTime);
      case 'proof':
        return proof(question.id);
      case 'stake-caps':
        return stakeCaps();
      default:
        return search(question.query, question.assetType);
    }
  }

  async function priceAt(ids: readonly string[], publishTime: number): Promise<AnsweredUpdate> {
    if (publishTime * 1_000 > Date.now()) throw new Refusal('That moment has not come yet.');
    if (publishTime < 0) throw new Refusal('There were no prices at that moment.');
    const { prices } = await service();
    const update = await prices
      .getPriceUpdatesAtTimestamp(publishTime, ids)
      .catch((error: unknown) => noPriceThen(error, ids));
    const receivedAt = Date.now();
    const judged = await judge.judge(update, signatures(), true);
    const answered = toAnswer({ update, receivedAt, judged }, ids);
    const figures = answered.figures.map((figure) => atMoment(figure, publishTime));
    return { ...answered, figures };
  }

  /** A genuine price of another time is no answer. */
  function atMoment(figure: AnsweredFigure, moment: number): AnsweredFigure {
    const { id, item } = figure;
    if (item === null) return figure;
    const schedule = parseSchedule(attributes()[id]);
    const isClosed: WasClosed = (from, until) => wasClosed(schedule, from * 1_000, until * 1_000);
    if (!isTooEarly(item.price.publish_time, moment, isClosed)) return figure;
    return { id, item: null, failure: { code: 'too-early' }, details: null };
  }

  async function proof(id: string): Promise<AnsweredUpdate> {
    const taken = shown.get(id);
    // What is stored may have lost its proof to a change of trust since.
    const isShown = taken?.judged.some((each) => each.id === id && isStored(each, stored.get(id)));
    if (taken && isShown) return toAnswer(taken, [id]);
    const { prices } = await service();
    const update = await prices
      .getLatestPriceUpdates([id])
      .catch((error: unknown) => notCovered(error, [id]));
    const receivedAt = Date.now();
    const judged = await judge.judge(update, signatures());
    return toAnswer({ update, receivedAt, judged }, [id]);
  }

  async function stakeCaps(): Promise<AnsweredStakeCaps> {
    const { prices } = await service();
    const update = await prices.getLatestPublisherStakeCaps();
    const judged = await judge.judgeCaps(update, signatures());
    const { caps, publishTime, proof: verdict, failure, signed } = judged;
    return {
      caps: caps?.map(({ publisher, cap }) => ({ publisher, cap: String(cap) })) ?? null,
      publishTime,
      details: signed ? toDetails(signed) : null,
      ...(verdict && { proof: verdict }),
      ...(failure && { failure: failure.reason }),
    };
  }

  async function search(query: string, assetType: string | null): Promise<Answers['search']> {
    const { catalogue } = await service();
    const feeds = await catalogue.getPriceFeeds({
      ...(query !== '' && { query }),
      ...(assetType !== null && { assetType }),
    });
    return { feeds };
  }

  async function service(): Promise<Service> {
    const connected = await connect();
    if (!connected)
      throw new Refusal('The price service is not connected. Look at the connection.');
    return connected;
  }
}

function isStored({ item, proof }: JudgedItem, stored: StoredPrice | undefined): boolean {
  if (item === null) return false;
  const { price, metadata } = item;
  return (
    stored?.publishTime === price.publish_time &&
    stored.slot === (metadata.slot ?? null) &&
    stored.price === price.price &&
    stored.proof?.state === proof?.state &&
    stored.proof?.trust === proof?.trust
  );
}

function toAnswer({ update, receivedAt, judged }: Taken, ids: readonly string[]): AnsweredUpdate {
  const figures = judged
    .filter(({ id }) => ids.includes(id))
    .map(({ id, item, proof, failure, signed }): AnsweredFigure => ({
      id,
      item,
      details: signed ? toDetails(signed) : null,
      ...(proof && { proof }),
      ...(failure && { failure: failure.reason }),
    }));
  return { update, receivedAt, figures };
}

function noRoom(): never {
  throw new Refusal('The browser has no room for the answer. Ask for less of it.');
}

/** Asking again does not help: the user needs another access token. */
function notCovered(error: unknown, ids: readonly string[]): never {
  const cause = toNotCovered(error, ids);
  throw cause instanceof NotCoveredError
    ? new Refusal(serviceProblemWords(describeFailure(cause).reason))
    : error;
}

function noPriceThen(error: unknown, ids: readonly string[]): never {
  if (!(error instanceof HttpStatusError) || error.status !== 404) notCovered(error, ids);
  throw new Refusal('The price service has no price of that moment. Try a later one.');
}

async function explain(error: unknown): Promise<string> {
  if (error instanceof Refusal) return error.message;
  const { reason: failure, next } = describeFailure(error);
  // What only the user can fix does not pass with a pause.
  const pause = next === 'stop' ? null : await findPause(error);
  if (!pause) return `${serviceProblemWords(failure)} Try again.`;
  const { reason } = describeFailure(pause);
  const seconds = Math.ceil(Math.max(0, pause.until - Date.now()) / 1_000);
  return `${serviceProblemWords(reason)} Try again in ${seconds} s.`;
}
