import { serviceProblemWords } from '../connection/service-problem-words.ts';
import { clockNotice } from '../prices/clock-words.ts';
import type { JournalEvent } from './journal-event.ts';

/** Describes an event in one line. */
export function journalWords(event: JournalEvent): string {
  switch (event.kind) {
    case 'connection': {
      const { state, reason } = event;
      return `Connection: ${state}${reason ? `, ${serviceProblemWords(reason)}` : ''}`;
    }
    case 'stream-opened':
      return `A ${event.isLean ? 'lean ' : ''}stream of ${event.feedCount} feeds opened.`;
    case 'stream-broke':
      return `The stream broke off: ${serviceProblemWords(event.reason)}`;
    case 'stream-ended':
      return `The stream ended: ${serviceProblemWords(event.reason)}`;
    case 'not-stored':
      return serviceProblemWords(event.reason);
    case 'clock':
      return clockNotice(event) ?? (event.isConfirmed ? CLOCK_AGREES : CLOCK_UNKNOWN);
    case 'uncaught':
      return uncaughtWords(event);
    default:
      return event.text;
  }
}

const CLOCK_AGREES = 'Your computer’s clock agrees with the prices again.';
const CLOCK_UNKNOWN = 'Whether your computer’s clock is right is not known any more.';

function uncaughtWords({
  isRejection,
  errorName,
  message,
}: Extract<JournalEvent, { kind: 'uncaught' }>): string {
  const rejection = `Unhandled rejection${errorName === null ? '' : `, ${errorName}`}`;
  const head = isRejection ? rejection : `Uncaught ${errorName ?? 'error'}`;
  return message === null ? head : `${head}: ${message}`;
}
