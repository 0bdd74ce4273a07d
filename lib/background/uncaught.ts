import { allSecrets } from '../domain/connection/secrets.ts';
import type { JournalEvent } from '../domain/diagnostics/journal-event.ts';
import { historyServices, priceServices } from '../storage/values/settings.ts';

const LONGEST_MESSAGE = 200;
/** Characters of a message that are searched for secrets. */
const MESSAGE_PART = 2_000;

const CLASS_NAME = /^[A-Za-z]\w{0,39}$/;
/** Parts of URLs, paths, addresses and queries, and words as long as tokens. */
const SUSPECT_WORDS = /\S*[/\\@=%]\S*|\S{24,}/g;

/** Records uncaught errors for diagnostics. Call this in the worker's first turn. */
export function recordUncaught(
  log: (event: JournalEvent) => void,
  scope: Pick<EventTarget, 'addEventListener'> = globalThis,
): void {
  scope.addEventListener('error', ({ error, message }: UncaughtEvent) => {
    void describeSafely(error ?? message, false).then(log);
  });
  scope.addEventListener('unhandledrejection', ({ reason }: UncaughtEvent) => {
    void describeSafely(reason, true).then(log);
  });
}

/** An ErrorEvent or a PromiseRejectionEvent. Not every platform has these classes. */
interface UncaughtEvent extends Event {
  error?: unknown;
  message?: unknown;
  reason?: unknown;
}

async function describeSafely(thrown: unknown, isRejection: boolean): Promise<JournalEvent> {
  const isError = thrown instanceof Error;
  const errorName = isError ? (CLASS_NAME.exec(thrown.name)?.[0] ?? 'Error') : null;
  const message = isError ? thrown.message : thrown;
  const withoutMessage = { kind: 'uncaught', isRejection, errorName, message: null } as const;
  if (typeof message !== 'string' || message === '') return withoutMessage;
  try {
    const histories = Object.values(await historyServices.getValue()).filter(isGiven);
    const services = [...(await priceServices.getValue()), ...histories];
    const hosts = services.map(({ baseUrl }) => new URL(baseUrl).hostname);
    const secrets = [...hosts, ...allSecrets(services)];
    const hasSecret = secrets.some((secret) => message.includes(secret));
    return hasSecret ? withoutMessage : { ...withoutMessage, message: redact(message) };
  } catch {
    return withoutMessage;
  }
}

function isGiven<T>(value: T | null): value is T {
  return value !== null;
}

function redact(message: string): string {
  return message.slice(0, MESSAGE_PART).replaceAll(SUSPECT_WORDS, '…').slice(0, LONGEST_MESSAGE);
}
