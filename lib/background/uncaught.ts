import { connectionSecrets } from '../connection/secrets.ts';
import { connectionSettings } from '../storage/settings.ts';

const LONGEST_MESSAGE = 200;
/** How many characters of a message are searched for secrets before it is cut. */
const MESSAGE_PART = 2_000;

const CLASS_NAME = /^[A-Za-z]\w{0,39}$/;
/** Parts of URLs, paths, addresses and queries, and words as long as tokens are. */
const SUSPECT_WORDS = /\S*[/\\@=%]\S*|\S{24,}/g;

/**
 * Records errors that nothing in the worker catches, for diagnostics. Registers listeners, so call it
 * in the worker's first turn.
 *
 * @param log gets plain words that contain neither a URL nor a header
 */
export function recordUncaught(
  log: (text: string) => void,
  scope: Pick<EventTarget, 'addEventListener'> = globalThis,
): void {
  scope.addEventListener('error', ({ error, message }: UncaughtEvent) => {
    void describeSafely(error ?? message).then(({ name, words }) =>
      log(`Uncaught ${name ?? 'error'}${words}`),
    );
  });
  scope.addEventListener('unhandledrejection', ({ reason }: UncaughtEvent) => {
    void describeSafely(reason).then(({ name, words }) =>
      log(`Unhandled rejection${name === null ? '' : `, ${name}`}${words}`),
    );
  });
}

/** An ErrorEvent or a PromiseRejectionEvent. Not every platform has these classes. */
interface UncaughtEvent extends Event {
  error?: unknown;
  message?: unknown;
  reason?: unknown;
}

interface Description {
  /** The name of the error's class; `null`: what was thrown is not an error. */
  name: string | null;
  /** A colon and the message; empty if the message cannot be shown. */
  words: string;
}

async function describeSafely(thrown: unknown): Promise<Description> {
  const isError = thrown instanceof Error;
  const name = isError ? (CLASS_NAME.exec(thrown.name)?.[0] ?? 'Error') : null;
  const message = isError ? thrown.message : thrown;
  if (typeof message !== 'string' || message === '') return { name, words: '' };
  try {
    const settings = await connectionSettings.getValue();
    const { hostname } = new URL(settings.baseUrl);
    const secrets = [hostname, ...connectionSecrets(settings)];
    const hasSecret = secrets.some((secret) => message.includes(secret));
    return { name, words: hasSecret ? '' : `: ${redact(message)}` };
  } catch {
    return { name, words: '' };
  }
}

function redact(message: string): string {
  return message.slice(0, MESSAGE_PART).replaceAll(SUSPECT_WORDS, '…').slice(0, LONGEST_MESSAGE);
}
