import { browser } from 'wxt/browser';
import type { ParsedPrice, PriceUpdate } from '../price-service/index.ts';
import type { UpdateProof, Verified } from '../signed-updates/verify.ts';
import type { Feed } from '../storage/catalogue.ts';
import type { Proof } from '../storage/prices.ts';

// A page's question to the price service. Pages never call the network: the question is written to
// session storage, the background answers it there under the service's limits and verifies what
// came, off the page's thread. A worker that dies in between finds the question at its next start.

const QUESTION = 'question:';
const ANSWER = 'answer:';
const PATIENCE_MS = 40_000;

/** What a page can ask. */
export type Question =
  /** The first update at or after a moment, unix seconds. */
  | { kind: 'price-at'; ids: string[]; publishTime: number }
  /** The update from which a feed's shown figure was read. */
  | { kind: 'proof'; id: string }
  | { kind: 'stake-caps' }
  /** The price service's own search; `null`: any asset type. */
  | { kind: 'search'; query: string; assetType: string | null };

/** What each question is answered with. */
export interface Answers {
  'price-at': AnsweredUpdate;
  proof: AnsweredUpdate;
  'stake-caps': AnsweredStakeCaps;
  search: { feeds: Feed[] };
}

/** Who signed a message, and where it stands; integers that may pass 2^53 as digits. */
export type ProofDetails = Omit<UpdateProof, 'profileId' | 'sequence' | 'slot'> &
  Pick<Verified<object>, 'proofLength' | 'blob'> & { sequence: string; slot: string };

/** One update as the service sent it, and what its signatures say of each figure. */
export interface AnsweredUpdate {
  update: PriceUpdate;
  /** Unix milliseconds. */
  receivedAt: number;
  figures: AnsweredFigure[];
}

export interface AnsweredFigure {
  id: string;
  /**
   * Where the service's price differs from the signed one, the signed one. `null`: what the service
   * sent does not count, see `failure`.
   */
  item: ParsedPrice | null;
  /** Missing: signatures are off, or there is no item. */
  proof?: Proof;
  /** What is wrong with what the service sent, in words for the user. */
  failure?: string;
  /** `null`: not proven. */
  details: ProofDetails | null;
}

export interface AnsweredStakeCaps {
  /**
   * Publisher (base58 or as the service names it) and cap in digits; `null`: the answer has none, or
   * they failed verification.
   */
  caps: Array<{ publisher: string; cap: string }> | null;
  /** Unix seconds of the signed message. */
  publishTime: number | null;
  proof?: Proof;
  failure?: string;
  details: ProofDetails | null;
}

/** A question that has no answer; the message is a sentence for the user, with the way out. */
export class InquiryError extends Error {
  override name = 'InquiryError';
}

/** A question as it waits for its answer, and the answer's own form. */
export type StoredAnswer<Kind extends keyof Answers> =
  | { ok: true; answer: Answers[Kind] }
  | { ok: false; reason: string };

/**
 * Asks and waits for the answer.
 *
 * @throws InquiryError with a sentence for the user
 */
export async function inquire<Asked extends Question>(
  question: Asked,
  signal?: AbortSignal,
): Promise<Answers[Asked['kind']]> {
  const id = `${Date.now()} ${crypto.randomUUID()}`;
  const area = browser.storage.session;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const answered = waitForAnswer(
      ANSWER + id,
      signal ? AbortSignal.any([signal, patience]) : patience,
    );
    await area.set({ [QUESTION + id]: question });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `answer` alone
    const stored = (await answered) as StoredAnswer<Asked['kind']>;
    if (!stored.ok) throw new InquiryError(stored.reason);
    return stored.answer;
  } finally {
    await forget(id);
  }
}

async function forget(id: string): Promise<void> {
  await browser.storage.session.remove([QUESTION + id, ANSWER + id]);
}

function waitForAnswer(key: string, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const listener = (changes: Record<string, { newValue?: unknown }>): void => {
    const value = changes[key]?.newValue;
    if (value !== undefined) resolve(value);
  };
  const giveUp = (): void =>
    reject(new InquiryError('No answer came in time. Look at the connection and try again.'));
  browser.storage.session.onChanged.addListener(listener);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  return promise.finally(() => {
    browser.storage.session.onChanged.removeListener(listener);
    signal.removeEventListener('abort', giveUp);
  });
}

/** Calls back with every question, those that wait already included. For the background alone. */
export function watchQuestions(onQuestion: (id: string, question: unknown) => void): void {
  browser.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(QUESTION) && newValue) hear(key, newValue);
    }
  });
  void browser.storage.session.get(null).then((stored) => {
    for (const [key, value] of Object.entries(stored)) {
      if (key.startsWith(QUESTION)) hear(key, value);
      else if (key.startsWith(ANSWER)) forgetInTime(key.slice(ANSWER.length));
    }
  });

  function hear(key: string, question: unknown): void {
    const id = key.slice(QUESTION.length);
    if (patienceLeftMs(id) > 0) onQuestion(id, question);
    forgetInTime(id);
  }
}

// A page that is closed while it waits takes nothing away: every later worker would ask anew.
function forgetInTime(id: string): void {
  setTimeout(() => void forget(id), patienceLeftMs(id));
}

/** 0: the one who asked has given up. The clock may have been put back since. */
function patienceLeftMs(id: string): number {
  const leftMs = Number.parseInt(id, 10) + PATIENCE_MS - Date.now();
  return leftMs > 0 && leftMs <= PATIENCE_MS ? leftMs : 0;
}

/** Stores an answer, unless the one who asked has gone. For the background alone. */
export async function answer<Kind extends keyof Answers>(
  id: string,
  stored: StoredAnswer<Kind>,
): Promise<void> {
  const waiting = await browser.storage.session.get(QUESTION + id);
  if (QUESTION + id in waiting) await browser.storage.session.set({ [ANSWER + id]: stored });
}
