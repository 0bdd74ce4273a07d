import { browser } from 'wxt/browser';
import { readItems } from '../storage/areas.ts';
import type { AnswerProblem, Answers, Command, Question, StoredAnswer } from './questions.ts';

// A page writes a question to session storage, and the worker writes the response beside it. A
// message would be lost if the worker died; a stored question wakes a worker, which also finds
// questions that an earlier worker left open. A command is a question whose response is 'done'.

const QUESTION = 'question:';
const ANSWER = 'answer:';
const ANSWER_TIMEOUT_MS = 40_000;

export class InquiryError extends Error {
  override name = 'InquiryError';
  readonly problem: AnswerProblem;

  constructor(problem: AnswerProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Waits at most 40 seconds. @throws InquiryError if there is no response */
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `storeAnswer` writes it
    const stored = (await answered) as StoredAnswer<Asked['kind']>;
    if (!stored.ok) throw new InquiryError(stored.reason);
    return stored.answer;
  } finally {
    await removeInquiry(id);
  }
}

/** The worker carries it out even if the page closes. */
export function sendCommand(kind: Command): void {
  inquire({ kind }).catch((error: unknown) => {
    // The page shows the command's result or problem from storage.
    if (!(error instanceof InquiryError)) console.error(error);
  });
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
  const giveUp = (): void => reject(new InquiryError({ code: 'no-answer' }));
  browser.storage.session.onChanged.addListener(listener);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  return promise.finally(() => {
    browser.storage.session.onChanged.removeListener(listener);
    signal.removeEventListener('abort', giveUp);
  });
}

/**
 * Calls back once per question, including those an earlier worker left open. Only for the
 * background, in the worker's first turn.
 */
export function watchQuestions(onQuestion: (id: string, question: unknown) => void): void {
  // At startup, a question can arrive twice: as a change and as a stored value.
  const seen = new Set<string>();
  browser.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (key.startsWith(QUESTION) && newValue)
        handleQuestion(key.slice(QUESTION.length), newValue);
    }
  });
  void readItems('session', null).then((stored) => {
    for (const [key, value] of Object.entries(stored)) {
      const id = key.slice(key.indexOf(':') + 1);
      if (key.startsWith(ANSWER)) removeAfterTimeout(id);
      else if (key.startsWith(QUESTION) && !(ANSWER + id in stored)) handleQuestion(id, value);
    }
  });

  function handleQuestion(id: string, question: unknown): void {
    if (seen.has(id)) return;
    seen.add(id);
    removeAfterTimeout(id);
    if (timeLeftMs(id) > 0) onQuestion(id, question);
  }
}

// Removes a question and its response, which a page leaves behind if it closes while waiting.
function removeAfterTimeout(id: string): void {
  setTimeout(() => void removeInquiry(id), timeLeftMs(id));
}

/** 0 once the page has given up, or if the clock was set back after the page asked. */
function timeLeftMs(id: string): number {
  const leftMs = Number.parseInt(id, 10) + ANSWER_TIMEOUT_MS - Date.now();
  return leftMs > 0 && leftMs <= ANSWER_TIMEOUT_MS ? leftMs : 0;
}

/** Does nothing if the page no longer waits. Only for the background. */
export async function storeAnswer<Kind extends keyof Answers>(
  id: string,
  stored: StoredAnswer<Kind>,
): Promise<void> {
  const { session } = browser.storage;
  const key = QUESTION + id;
  if (!(key in (await session.get(key)))) return;
  await session.set({ [ANSWER + id]: stored });
  // If the page has closed, no later worker must act on the question.
  await session.remove(key);
}
