import { useRef, type MouseEvent } from 'react';
import {
  markFiringsSeen,
  pauseAlert,
  reactivateAlert,
  snoozeAlert,
} from '@/lib/pages/alerts/alert-actions.ts';
import { isUnseen, type Firing } from '@/lib/domain/alerts/model/firing.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { exactPriceWords, eventMessage } from '@/lib/domain/alerts/text/event-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { BellIcon, CloseIcon } from '../shared/icons.tsx';
import { routeHash } from '../shared/route.ts';
import { useStored, useStoredPart } from '../shared/hooks/use-stored.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { firingRoute } from './firing-row.tsx';
import { useNamedSubject } from './use-subject.ts';
import styles from './fired-alerts.module.css';
import buttonStyles from '../shared/button.module.css';
import { Button, IconButton } from '../shared/button.tsx';
import type { AlertEvent } from '@/lib/domain/alerts/model/event.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { Message } from '../shared/message.tsx';
import { labelled } from '@/lib/base/locale/labelled.ts';

const SHOWN = 3;

/** Only an action or a dismissal marks a firing as seen. */
export default function FiredAlerts() {
  const unseen = useStored(firings)?.filter(isUnseen).toReversed() ?? [];

  return (
    <section
      className={styles.fired}
      aria-label={t('alerts.recentTitle')}
      data-part="triggered-alerts"
      aria-live="polite"
    >
      {unseen.length > 0 && (
        <ul>
          {unseen.slice(0, SHOWN).map((firing) => (
            <FiredAlert key={firing.id} firing={firing} />
          ))}
        </ul>
      )}
      {unseen.length > SHOWN && (
        <a className={buttonStyles.small} href={routeHash({ view: 'alerts' })}>
          {t('common.more', { count: unseen.length - SHOWN })}
        </a>
      )}
    </section>
  );
}

function FiredAlert({ firing }: { firing: Firing }) {
  const { id, alertId, feedId, at, what } = firing;
  const { name, style } = useNamedSubject(feedId);
  const item = useRef<HTMLLIElement>(null);
  const leave = (action?: () => Promise<unknown>): void => {
    // Move the focus before the focused element disappears.
    neighborOf(item.current)?.focus();
    void action?.();
    void markFiringsSeen([id]);
  };

  return (
    <li ref={item}>
      <BellIcon />
      <a className={styles.words} href={firingRoute(firing)} title={exactPriceWords(firing, style)}>
        <EventText what={what} name={name} style={style} /> <time>{formatRecentTime(at)}</time>
      </a>
      <AlertButtons alertId={alertId} onDone={leave} />
      <DismissButton name={name} onClick={() => leave()} />
    </li>
  );
}

interface AlertButtonsProps {
  alertId: string;
  onDone: (action: () => Promise<unknown>) => void;
}

function AlertButtons({ alertId, onDone }: AlertButtonsProps) {
  const repeat = useRepeat(alertId);
  if (repeat === null) return null;
  if (repeat === 'once') {
    return (
      <Button kind="small" onClick={() => onDone(() => reactivateAlert(alertId))}>
        {t('alerts.row.reactivateButton')}
      </Button>
    );
  }
  return (
    <>
      <Button
        kind="small"
        title={t('notification.snoozeButton')}
        onClick={() => onDone(() => snoozeAlert(alertId, '1-hour'))}
      >
        {t('alerts.row.snoozeButton')}
      </Button>
      <Button kind="small" onClick={() => onDone(() => pauseAlert(alertId))}>
        {t('common.pauseButton')}
      </Button>
    </>
  );
}

/** `null` if the alert was paused or deleted. */
function useRepeat(alertId: string): AlertRule['repeat']['mode'] | null {
  return useStoredPart(alertRules, (rules) => {
    const rule = rules?.find(({ id }) => id === alertId);
    return rule?.enabled ? rule.repeat.mode : null;
  });
}

interface EventTextProps {
  what: AlertEvent;
  name: string;
  style: FigureStyle;
}

function EventText({ what, name, style }: EventTextProps) {
  const { key, values } = eventMessage(what, style);
  return <Message of={key} values={{ ...values, name: <b dir="auto">{name}</b> }} />;
}

interface DismissButtonProps {
  name: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

function DismissButton({ name, onClick }: DismissButtonProps) {
  const action = t('common.dismissButton');
  return (
    <IconButton
      label={labelled(action, name)}
      title={action}
      data-action="dismiss"
      onClick={onClick}
    >
      <CloseIcon />
    </IconButton>
  );
}

/** The dismiss button of the next firing, or else the previous one. */
function neighborOf(element: HTMLElement | null): HTMLElement | null | undefined {
  const item = element?.closest('li');
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  return neighbor?.querySelector<HTMLElement>('[data-action="dismiss"]');
}
