import { useId, useRef, useState } from 'react';
import { snoozeAlert, pauseAlert } from '@/lib/alerts/store/alert-actions.ts';
import type { Firing } from '@/lib/alerts/model/firing.ts';
import { priceWords } from '@/lib/alerts/text/event-words.ts';
import { t } from '@/lib/locale/t.ts';
import { alertRules } from '@/lib/storage/alerts.ts';
import { BellIcon, CloseIcon } from '../shared/icons.tsx';
import { routeHash } from '../shared/route.ts';
import { useStoredPart } from '../hooks/use-stored.ts';
import { EventText } from './event-text.tsx';
import { SnoozeChoices } from './snooze-choices.tsx';
import { timeWords } from './time-words.ts';
import { useFreshFirings } from './use-fresh-firings.ts';
import { useNamedFeed } from './use-named-feed.ts';
import styles from './fired-alerts.module.css';
import buttonStyles from '../shared/button.module.css';
import { Button, IconButton } from '../shared/button.tsx';

const SHOWN = 3;

/** Unseen firings, with actions for their alerts. */
export default function FiredAlerts() {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const { fresh } = useFreshFirings(null, SHOWN, dismissed);
  const dismiss = (id: string): void => setDismissed(new Set([...dismissed, id]));

  return (
    <section
      className={styles.fired}
      aria-label={t('alerts.triggeredLabel')}
      data-part="triggered-alerts"
      aria-live="polite"
    >
      {fresh.length > 0 && (
        <ul>
          {fresh.slice(0, SHOWN).map((firing) => (
            <FiredAlert key={firing.id} firing={firing} onDismiss={() => dismiss(firing.id)} />
          ))}
        </ul>
      )}
      {fresh.length > SHOWN && (
        <a className={buttonStyles.small} href={routeHash({ view: 'alerts' })}>
          {t('alerts.moreTriggered', { count: fresh.length - SHOWN })}
        </a>
      )}
    </section>
  );
}

function FiredAlert({ firing, onDismiss }: { firing: Firing; onDismiss: () => void }) {
  const { alertId, feedId, at, what } = firing;
  const { name } = useNamedFeed(feedId);
  const [isChoosing, setChoosing] = useState(false);
  const choicesId = useId();
  const isOn = useIsOn(alertId);
  const price = priceWords(firing);
  const item = useRef<HTMLLIElement>(null);
  const leave = (action?: () => Promise<unknown>): void => {
    focusNeighbor(item.current);
    onDismiss();
    void action?.();
  };

  return (
    <li ref={item}>
      <BellIcon />
      <a className={styles.words} href={routeHash({ view: 'feed', id: feedId })} title={price}>
        <EventText what={what} name={name} /> <time>{timeWords(at)}</time>
      </a>
      {isOn && (
        <>
          <Button
            kind="small"
            aria-expanded={isChoosing}
            aria-controls={isChoosing ? choicesId : undefined}
            onClick={() => setChoosing(!isChoosing)}
          >
            {t('alerts.row.snoozeButton')}
          </Button>
          <Button kind="small" onClick={() => leave(() => pauseAlert(alertId))}>
            {t('alerts.row.pauseButton')}
          </Button>
        </>
      )}
      <IconButton
        label={t('alerts.row.actionLabel', {
          action: t('alerts.row.dismissButton'),
          subject: name,
        })}
        title={t('alerts.row.dismissButton')}
        data-action="dismiss"
        onClick={() => leave()}
      >
        <CloseIcon />
      </IconButton>
      {isChoosing && (
        <SnoozeChoices
          id={choicesId}
          onChoose={(choice) => leave(() => snoozeAlert(alertId, choice))}
          onClose={() => setChoosing(false)}
        />
      )}
    </li>
  );
}

function useIsOn(alertId: string): boolean {
  return useStoredPart(
    alertRules,
    (rules) => rules?.some(({ id, enabled }) => id === alertId && enabled) ?? false,
  );
}

/** Moves the focus before the focused element disappears. */
function focusNeighbor(item: HTMLElement | null): void {
  const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('[data-action="dismiss"]')?.focus();
}
