import { useEffect, useId, useRef } from 'react';
import { stateOf, type FeedAlerts as KnownAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { conditionTitle, namedCondition } from '@/lib/domain/alerts/text/condition-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { ForwardIcon, PlusIcon, Icon, SHAPES } from '../shared/icons.tsx';
import { routeHash } from '../shared/route.ts';
import { classNames } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { AlertMenu } from './alert-menu.tsx';
import { useAlertFeed, useExplanation } from './use-alert-feed.ts';
import { useFeedAlerts } from './use-feed-alerts.ts';
import styles from './feed-alert-list.module.css';
import buttonStyles from '../shared/button.module.css';
import alertStyles from './alerts.module.css';
import SNOOZE from 'lucide/dist/esm/icons/alarm-clock.mjs';
import CROSSED_BELL from 'lucide/dist/esm/icons/bell-off.mjs';
import EXPIRED from 'lucide/dist/esm/icons/calendar-x.mjs';
import WAITING from 'lucide/dist/esm/icons/circle-ellipsis.mjs';
import TIMER from 'lucide/dist/esm/icons/timer.mjs';
import type { IconNode } from 'lucide';
import type { Phase } from '@/lib/domain/alerts/model/phase.ts';

// The alert list shows the remaining alerts.
const SHOWN = 3;
const JUST_NOW_MS = 2_000;

export function FeedAlertList({ id }: { id: string }) {
  const rules = useStored(alertRules);
  const own = rules?.filter((rule) => feedOf(rule.feedId) === id) ?? [];
  const known = useFeedAlerts([...new Set([id, ...own.map(({ feedId }) => feedId)])]);
  const headingId = useId();
  if (!rules) return null;
  const add = (
    <a
      className={classNames(buttonStyles.small, styles.add)}
      href={routeHash({ view: 'new-alert', id, level: null })}
    >
      <PlusIcon />
      {t('alerts.addButton')}
    </a>
  );

  return (
    // Excluded from exported pictures: alerts are private.
    <section className={styles.alerts} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId}>{t('alerts.title')}</h2>
        {own.length === 0 && (
          <>
            <span>{t('alerts.noneTitle')}</span>
            {add}
          </>
        )}
      </div>
      <ul>
        {own.slice(0, SHOWN).map((rule) => (
          <BriefAlert
            key={rule.id}
            rule={rule}
            isRead={known !== undefined}
            known={known?.get(rule.feedId)}
          />
        ))}
      </ul>
      {own.length > 0 && (
        <>
          {add}
          <a className={styles.all} href={routeHash({ view: 'alerts', feedId: id })}>
            {t('alerts.allButton', { count: own.length })}
            <ForwardIcon />
          </a>
        </>
      )}
    </section>
  );
}

interface BriefAlertProps {
  rule: AlertRule;
  isRead: boolean;
  /** `undefined`: not checked in this session. */
  known: KnownAlerts | undefined;
}

function BriefAlert({ rule, isRead, known }: BriefAlertProps) {
  const { title, feed } = useAlertFeed(rule.feedId, known);
  const state = stateOf(rule.id, known?.states ?? {});
  const { phase, remaining, standing, obstacle } = useExplanation(rule, state, feed);
  const words = feed.style.isAboutHoldings
    ? namedCondition(rule.trigger, title, feed.style)
    : conditionTitle(rule.trigger, feed.style);
  const showsDistance = remaining !== null && (phase === 'armed' || phase === 'waiting');
  const away =
    showsDistance && t('alerts.away', { distance: remaining.percent ?? remaining.amount });
  const row = useRef<HTMLLIElement>(null);
  const { armedAt } = rule;
  // Scroll to an alert that was just added.
  useEffect(() => {
    if (Date.now() - armedAt < JUST_NOW_MS) row.current?.scrollIntoView({ block: 'nearest' });
  }, [armedAt]);
  return (
    <li ref={row} data-phase={isRead ? standing.phase : undefined}>
      <a className={styles.alert} href={routeHash({ view: 'edit-alert', alertId: rule.id })}>
        <span className={alertStyles.phase}>{isRead && <PhaseIcon phase={standing.phase} />}</span>
        <span className={styles.words}>{words}</span>
        <small>
          {isRead &&
            [standing.phase === 'armed' && away ? '' : standing.word, obstacle ?? away]
              .filter(Boolean)
              .join(' · ')}
        </small>
      </a>
      <AlertMenu hasSwitch rule={rule} phase={phase} words={words} />
    </li>
  );
}

const PHASES: Record<Phase, IconNode> = {
  armed: SHAPES.bell,
  off: CROSSED_BELL,
  snoozed: SNOOZE,
  expired: EXPIRED,
  fired: SHAPES.ringingBell,
  cooling: TIMER,
  waiting: WAITING,
};

/** Decorative: the phase's name is beside it. */
function PhaseIcon({ phase }: { phase: Phase }) {
  return <Icon shapes={PHASES[phase]} />;
}
