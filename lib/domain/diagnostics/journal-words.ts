import { namedCondition } from '../alerts/text/condition-words.ts';
import { firingWords } from '../alerts/text/event-words.ts';
import { serviceProblemWords } from '../connection/service-problem-words.ts';
import { formatCount } from '../../base/locale/format.ts';
import { joinSentences } from '../../base/locale/sentences.ts';
import { t } from '../../base/locale/t.ts';
import { clockNotice } from '../prices/clock-words.ts';
import type { JournalEvent } from './journal-event.ts';

/** One line. */
export function journalWords(event: JournalEvent): string {
  switch (event.kind) {
    case 'connection':
      return joinSentences([
        t(`diagnostics.event.${event.state}`),
        event.reason && serviceProblemWords(event.reason),
      ]);
    case 'stream-opened':
      return streamWords(event);
    case 'stream-broke':
      return joinSentences([t('diagnostics.event.streamBroke'), serviceProblemWords(event.reason)]);
    case 'stream-ended':
      return joinSentences([t('diagnostics.event.streamEnded'), serviceProblemWords(event.reason)]);
    case 'not-stored':
      return serviceProblemWords(event.reason);
    case 'service-switched':
      return joinSentences([
        t('diagnostics.event.serviceSwitched', { number: formatCount(event.place) }),
        event.reason && serviceProblemWords(event.reason),
      ]);
    case 'clock':
      return clockNotice({ ...event, dismissedMs: null }) ?? clockWords(event);
    case 'uncaught':
      return uncaughtWords(event);
    case 'alert-fired':
      return firedWords(event);
    case 'more-alerts-fired':
      return t('diagnostics.event.moreAlerts', { count: event.count });
    case 'alerts-delivered':
      return t(`diagnostics.delivered.${event.delivery}`, { count: event.count });
    case 'alert-suspended':
      return pausedWords(event);
    case 'notifications':
      return event.problem === null
        ? t('diagnostics.event.notificationsWork')
        : t(`notification.problem.${event.problem}`);
    default:
      return event.text;
  }
}

type EventOf<Kind> = Extract<JournalEvent, { kind: Kind }>;

function streamWords({ isLean, feedCount: count }: EventOf<'stream-opened'>): string {
  return t(isLean ? 'diagnostics.event.leanStreamOpened' : 'diagnostics.event.streamOpened', {
    count,
  });
}

function clockWords({ isConfirmed }: EventOf<'clock'>): string {
  return t(isConfirmed ? 'diagnostics.event.clockAgrees' : 'diagnostics.event.clockUnknown');
}

/** Like developer tools: `TypeError: Wrong.` */
function uncaughtWords({ isRejection, errorName, message }: EventOf<'uncaught'>): string {
  const head = t(isRejection ? 'diagnostics.event.rejection' : 'diagnostics.event.uncaught');
  const error = [errorName, message].filter((part) => part !== null).join(': ');
  return parts(head, error);
}

function firedWords({ firing, symbol }: EventOf<'alert-fired'>): string {
  return parts(
    t(firing.missed ? 'diagnostics.event.alertMissed' : 'diagnostics.event.alertTriggered'),
    firingWords({ ...firing, missed: false }, symbol),
  );
}

function pausedWords({ symbol, trigger, reason }: EventOf<'alert-suspended'>): string {
  return parts(
    t('diagnostics.event.alertPaused'),
    namedCondition(trigger, symbol),
    t(`alertState.suspension.${reason}`),
  );
}

function parts(...all: string[]): string {
  return all.filter(Boolean).join(' · ');
}
