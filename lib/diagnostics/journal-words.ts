import { namedCondition } from '../alerts/text/condition-words.ts';
import { firingWords } from '../alerts/text/event-words.ts';
import { serviceProblemWords } from '../connection/service-problem-words.ts';
import { t } from '../locale/t.ts';
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
    case 'alert-fired':
      return `${event.firing.missed ? 'Alert missed' : 'Alert fired'}: ${firingWords(event.firing, event.symbol)}`;
    case 'more-alerts-fired':
      return `${event.count} more fired with them.`;
    case 'alerts-delivered':
      return `${event.count} × ${t(`notification.delivery.${event.delivery}`)}`;
    case 'alert-suspended':
      return `Alert suspended: ${namedCondition(event.trigger, event.symbol)}. ${t(`alertState.suspension.${event.reason}`)}`;
    case 'notifications':
      return event.problem === null ? REACHING_AGAIN : t(`notification.problem.${event.problem}`);
    default:
      return event.text;
  }
}

const REACHING_AGAIN = 'Notifications reach the user again.';
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
