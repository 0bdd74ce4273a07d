import { browser } from 'wxt/browser';
import type { ParsedPrice, PriceUpdate } from '../price-service/index.ts';
import type { VerificationProblem } from '../signed-updates/verification-problem.ts';
import type { UpdateProof, Verified } from '../signed-updates/verify.ts';
import type { Feed } from '../storage/catalogue.ts';
import type { Proof } from '../storage/prices.ts';

// A page's question to the price service. Pages never use the network themselves. They write the
// question to session storage, and the background answers it there: it respects the service's rate
// limit and verifies signatures off the page's thread. If the worker dies in between, the next one
// finds the question when it starts.

const QUESTION = 'question:';
const ANSWER = 'answer:';
const ANSWER_TIMEOUT_MS = 40_000;

/** What a page can ask. */
export type Question =
  /** The first update at or after a time, unix seconds. */
  | { kind: 'price-at'; ids: string[]; publishTime: number }
  /** The update that a feed's displayed price comes from. */
  | { kind: 'proof'; id: string }
  | { kind: 'stake-caps' }
  /** The price service's own search. `null` searches all asset types. */
  | { kind: 'search'; query: string; assetType: string | null };

/** The answer to each kind of question. */
export interface Answers {
  'price-at': AnsweredUpdate;
  proof: AnsweredUpdate;
  'stake-caps': AnsweredStakeCaps;
  search: { feeds: Feed[] };
}

/** Who signed a message, and its position. Integers that may exceed 2^53 are strings of digits. */
export type ProofDetails = Omit<UpdateProof, 'profileId' | 'sequence' | 'slot'> &
  Pick<Verified<object>, 'proofLength' | 'blob'> & { sequence: string; slot: string };

/** An update as the price service sent it, and the result of verifying each price. */
export interface AnsweredUpdate {
  update: PriceUpdate;
  /** Unix milliseconds. */
  receivedAt: number;
  figures: AnsweredFigure[];
}

export interface AnsweredFigure {
  id: string;
  /**
   * The price. On a mismatch with the signed price, the signed one. `null` if what the service sent
   * cannot be used; `failure` says why.
   */
  item: ParsedPrice | null;
  /** Missing if verification is off or there is no item. */
  proof?: Proof;
  /** What is wrong with what the service sent. `too-early`: a price from before the chosen time. */
  failure?: VerificationProblem | { code: 'too-early' };
  /** `null` if the price is not verified. */
  details: ProofDetails | null;
}

export interface AnsweredStakeCaps {
  /**
   * Publisher (base58, or as the service names it) and cap (digits). `null` if the answer has no
   * caps or they failed verification.
   */
  caps: Array<{ publisher: string; cap: string }> | null;
  /** Unix seconds of the signed message. */
  publishTime: number | null;
  proof?: Proof;
  failure?: VerificationProblem;
  details: ProofDetails | null;
}

/** A question could not be answered. The message tells the user why and what to do. */
export class InquiryError extends Error {
  override name = 'InquiryError';
}

/** An answer as stored: the result, or why there is none, as text for the user. */
export type StoredAnswer<Kind extends keyof Answers> =
  | { ok: true; answer: Answers[Kind] }
  | { ok: false; reason: string };

/**
 * Asks a question and waits for the answer, at most 40 seconds.
 *
 * @throws InquiryError if there is no answer, with a sentence for the user
 */
export async function inquire<Asked extends Question>(
  question: Asked,
  signal?: AbortSignal,
): Promise<Answers[Asked['kind']]> {
  const id = `${Date.now()} ${crypto.randomUUID()}`;
  const area = browser.storage.session;
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const answered = waitForAnswer(
      ANSWER + id,
      signal ? AbortSignal.any([signal, timeout]) : timeout,
    );
    await area.set({ [QUESTION + id]: question });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `answer` writes it
    const stored = (await answered) as StoredAnswer<Asked['kind']>;
    if (!stored.ok) throw new InquiryError(stored.reason);
    return stored.answer;
  } finally {
    await removeInquiry(id);
  }
}

async function removeInquiry(id: string): Promise<void> {
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

/** Calls back for every question, including those already waiting. Only for the background. */
export function watchQuestions(onQuestion: (id: string, question: unknown) => void): void {
  browser.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(QUESTION) && newValue) handleQuestion(key, newValue);
    }
  });
  void browser.storage.session.get(null).then((stored) => {
    for (const [key, value] of Object.entries(stored)) {
      if (key.startsWith(QUESTION)) handleQuestion(key, value);
      else if (key.startsWith(ANSWER)) removeAfterTimeout(key.slice(ANSWER.length));
    }
  });

  function handleQuestion(key: string, question: unknown): void {
    const id = key.slice(QUESTION.length);
    if (timeLeftMs(id) > 0) onQuestion(id, question);
    removeAfterTimeout(id);
  }
}

// A page that closes while waiting does not clean up. Without this, every later worker would ask
// the price service again.
function removeAfterTimeout(id: string): void {
  setTimeout(() => void removeInquiry(id), timeLeftMs(id));
}

/** 0 once the asking page has given up. Also 0 if the clock was set back after it asked. */
function timeLeftMs(id: string): number {
  const leftMs = Number.parseInt(id, 10) + ANSWER_TIMEOUT_MS - Date.now();
  return leftMs > 0 && leftMs <= ANSWER_TIMEOUT_MS ? leftMs : 0;
}

/** Stores an answer, unless the page no longer waits for it. Only for the background. */
export async function answer<Kind extends keyof Answers>(
  id: string,
  stored: StoredAnswer<Kind>,
): Promise<void> {
  const waiting = await browser.storage.session.get(QUESTION + id);
  if (QUESTION + id in waiting) await browser.storage.session.set({ [ANSWER + id]: stored });
}
