import { t } from '@/lib/base/locale/t.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/base/units.ts';
import { goTo } from '../shared/route.ts';
import { useEffect, useState, type ReactNode, useId } from 'react';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { isLate } from '@/lib/domain/alerts/model/notification-target.ts';
import { markFiringsSeen } from '@/lib/pages/alerts/alert-actions.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { AlertSections, Section } from './alert-sections.tsx';
import { ConfirmAlerts } from './confirm-alerts.tsx';
import { FiringRow } from './firing-row.tsx';
import { NeedsYou } from './needs-you.tsx';
import { useFeed } from '../shared/hooks/use-feed.ts';
import { Button, IconButton, classNames } from '../shared/button.tsx';
import viewStyles from '../shared/view.module.css';
import { alertSettings, firings } from '@/lib/storage/values/alerts.ts';
import { useStored, useStoredPart } from '../shared/hooks/use-stored.ts';
import { Switch } from '../shared/check.tsx';
import styles from './alerts.module.css';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { eventWords, firedPrice } from '@/lib/domain/alerts/text/event-words.ts';
import {
  absenceTitle,
  chooseShown,
  SUMMARY_LINES,
} from '@/lib/domain/alerts/text/notification-words.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { useNamedSubject } from './use-subject.ts';
import summaryStyles from './confirm-alerts.module.css';

export default function AlertList({ feedId = null }: { feedId?: FeedId | null }) {
  return (
    <div className={viewStyles.view}>
      {feedId === null ? (
        <ViewHeader title={t('alerts.title')}>
          <AlertsSwitch />
          <NewAlertButton />
        </ViewHeader>
      ) : (
        <FeedHeader feedId={feedId} />
      )}
      <main className={viewStyles.main} data-scrolls>
        <AlertsBody feedId={feedId} />
      </main>
    </div>
  );
}

function FeedHeader({ feedId }: { feedId: FeedId }) {
  const name = useFeed(feedId)?.name ?? '';
  return (
    <ViewHeader title={t('alerts.feedTitle', { name })}>
      <Button kind="small" onClick={() => goTo({ view: 'alerts' })}>
        {t('alerts.showAllButton')}
      </Button>
    </ViewHeader>
  );
}

/** Turns all alerts on or off. Each alert keeps its own setting. */
function AlertsSwitch() {
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? null);
  if (areOn === null) return null;
  return (
    <label className={styles.allOn}>
      <span>{t(areOn ? 'alerts.allOn' : 'alerts.allOff')}</span>
      <Switch
        aria-label={t('alerts.allLabel')}
        checked={areOn}
        onChange={(isOn) => void alertSettings.update((settings) => ({ ...settings, areOn: isOn }))}
      />
    </label>
  );
}

function NewAlertButton() {
  const id = useStored(watchlist)?.[0];
  if (id === undefined) return null;
  return (
    <IconButton
      label={t('row.newAlertButton')}
      onClick={() => goTo({ view: 'new-alert', id, level: null })}
    >
      <PlusIcon />
    </IconButton>
  );
}

/** What needs the user, what triggered today, the alerts, and what triggered earlier. */
function AlertsBody({ feedId }: { feedId: FeedId | null }) {
  const { newIds, away, today, earlier, dismiss } = useFirings(feedId);
  const rowsOf = (list: readonly Firing[]) =>
    list.map((firing) => (
      <FiringRow key={firing.id} firing={firing} isNew={newIds.has(firing.id) && !isLate(firing)} />
    ));
  return (
    <div className={styles.body}>
      <SleepNote />
      <ConfirmAlerts />
      <NeedsYou />
      <AbsenceSummary away={away} onDismiss={dismiss} />
      <Section title={t('alerts.section.today')} isHidden={today.length === 0}>
        {rowsOf(today)}
      </Section>
      <AlertSections feedId={feedId}>
        <Section title={t('alerts.recentTitle')} isHidden={earlier.length === 0}>
          {rowsOf(earlier)}
        </Section>
      </AlertSections>
    </div>
  );
}

/** Says that alerts sleep while Pricelight is closed, if the user chose no updates. */
function SleepNote() {
  const mode = useStored(backgroundUpdates);
  if (mode !== 'none') return null;
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        <p>{t('alerts.asleep')}</p>
        <Button kind="small" onClick={() => void openOptions('connection')}>
          {t('popup.optionsButton')}
        </Button>
      </div>
    </div>
  );
}

const NONE: readonly Firing[] = [];

/**
 * The history, newest first: of today, with what was unseen when the list was opened, and earlier.
 * What happened in an absence is apart, until it is dismissed.
 * Opening the list marks everything as seen. @param feedId `null`: all feeds
 */
function useFirings(feedId: FeedId | null) {
  const all = useStored(firings) ?? NONE;
  const [midnight] = useState(() => startOfDay(Date.now()));
  const stored = feedId === null ? all : all.filter((firing) => feedOf(firing.feedId) === feedId);
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const [isDismissed, setDismissed] = useState(false);
  const isNew = ({ id, seenAt }: Firing): boolean => seenAt === null && !newIds.has(id);
  const unseen = stored.filter(isNew).map(({ id }) => id);
  if (unseen.length > 0) setNewIds(new Set([...newIds, ...unseen]));

  useEffect(() => {
    const mark = (): void => {
      if (document.visibilityState === 'visible') void markFiringsSeen([...newIds]);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [newIds]);

  const history = stored.toReversed();
  const isAway = (firing: Firing): boolean =>
    !isDismissed && isLate(firing) && newIds.has(firing.id);
  const isToday = ({ id, at }: Firing): boolean => at >= midnight || newIds.has(id);
  const listed = history.filter((firing) => !isAway(firing));
  return {
    newIds,
    /** Oldest first. */
    away: stored.filter(isAway),
    today: listed.filter(isToday),
    earlier: listed.filter((firing) => !isToday(firing)),
    dismiss: () => setDismissed(true),
  };
}

function startOfDay(now: UnixMilliseconds): UnixMilliseconds {
  const time = Temporal.Instant.fromEpochMilliseconds(now);
  return time.toZonedDateTimeISO(Temporal.Now.timeZoneId()).startOfDay().epochMilliseconds;
}

function ViewHeader({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useViewHeading(title);
  return (
    <header className={classNames(viewStyles.header, viewStyles.back, styles.header)}>
      <BackButton />
      <h1 ref={heading} className={viewStyles.title} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}

interface AbsenceSummaryProps {
  /** Oldest first. */
  away: readonly Firing[];
  onDismiss: () => void;
}

/** What triggered in an absence, in a few lines. Dismissed, each has a row of its own. */
function AbsenceSummary({ away, onDismiss }: AbsenceSummaryProps) {
  const id = useId();
  if (away.length === 0) return null;
  const shown = chooseShown(away, SUMMARY_LINES);
  const others = away.length - shown.length;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{absenceTitle(away)}</h2>
        <Button kind="small" onClick={onDismiss}>
          {t('common.dismissButton')}
        </Button>
      </div>
      <ul className={summaryStyles.list} aria-labelledby={id}>
        {shown.map((firing) => (
          <Line key={firing.id} firing={firing} />
        ))}
      </ul>
      {others > 0 && <p className={summaryStyles.text}>{t('common.more', { count: others })}</p>}
    </section>
  );
}

function Line({ firing }: { firing: Firing }) {
  const { feedId, at, what } = firing;
  const { name, style } = useNamedSubject(feedId);
  return (
    <li>
      <span>
        <time dateTime={new Date(at).toISOString()} dir="auto">
          {formatRecentTime(at)}
        </time>{' '}
        {eventWords(what, name, style)}
      </span>
      <bdi>{firedPrice(firing, style)}</bdi>
    </li>
  );
}
