import { t } from '@/lib/base/locale/t.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { feedOf, subjectOf, toSubjectId } from '@/lib/domain/holdings/subject.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { Button, classNames } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { goTo, routeHash, type Route } from '../shared/route.ts';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { AlertSentence } from './alerts/alert-sentence.tsx';
import { AlertSettings } from './alerts/alert-settings.tsx';
import { SubjectNow } from './alerts/subject-now.tsx';
import type { AlertTask } from './alerts/use-alert-draft.ts';
import { SubjectChart } from './alerts/subject-chart.tsx';
import { useComposedAlert, type ComposedAlert } from './alerts/use-composed-alert.ts';
import { usePulling } from './alerts/use-pulling.ts';
import { FeedDetail } from './feed-detail.tsx';
import emptyStyles from '../shared/empty.module.css';
import viewStyles from '../shared/view.module.css';
import headerStyles from './detail-header.module.css';
import styles from './feed-detail.module.css';

export type DetailRoute = Extract<Route, { view: 'feed' | 'new-alert' | 'edit-alert' }>;

/**
 * A feed, or an alert that is being written on it: the same view, so that its chart stays.
 */
export default function DetailView({ route }: { route: DetailRoute }) {
  const rules = useStored(alertRules);
  const { subjectId, task } = taskOf(route, rules ?? []);
  // The alerts come with the first paint, so that nothing below them moves.
  if (!rules) return <div className={viewStyles.view} data-view="feed" />;
  if (subjectId === null) return <Deleted />;
  const feedId = feedOf(subjectId);
  const period = (route.view === 'feed' && route.period) || null;
  if (feedId !== null) return <FeedDetail key={feedId} id={feedId} {...{ task, period }} />;
  return task && <TotalAlert key={task.key} task={task} />;
}

/** What the route shows; without a subject, the alert no longer exists. */
function taskOf(
  route: DetailRoute,
  rules: readonly AlertRule[],
): { subjectId: string | null; task: AlertTask | null } {
  if (route.view === 'feed') return { subjectId: route.id, task: null };
  const rule =
    route.view === 'edit-alert' ? (rules.find(({ id }) => id === route.alertId) ?? null) : null;
  const subjectId = route.view === 'new-alert' ? route.id : rule && onFeed(rule, route.feedId);
  if (subjectId === null) return { subjectId, task: null };
  const level = route.view === 'new-alert' ? route.level : null;
  return { subjectId, task: { key: routeHash(route), subjectId, rule, level } };
}

/** What an alert is about, or the same of another feed. */
function onFeed(rule: AlertRule, feedId: FeedId | undefined): string {
  const subject = subjectOf(rule.feedId);
  if (feedId === undefined || subject.kind === 'total') return rule.feedId;
  return toSubjectId({ ...subject, feedId });
}

function Deleted() {
  return (
    <div className={viewStyles.view}>
      <header className={classNames(viewStyles.header, viewStyles.back)}>
        <BackButton />
      </header>
      <main className={classNames(viewStyles.main, emptyStyles.empty)}>
        <h2>{t('alerts.deletedTitle')}</h2>
        <Button kind="primary" onClick={() => goTo({ view: 'alerts' })}>
          {t('alerts.showAllButton')}
        </Button>
      </main>
    </div>
  );
}

/** An alert on the value of all holdings or of a group's. */
function TotalAlert({ task }: { task: AlertTask }) {
  const alert = useComposedAlert(task.subjectId, task);
  const { chart, isHeld } = usePulling(task.subjectId, alert);
  if (!alert) return null;
  return (
    <div className={classNames(viewStyles.view, styles.view)} data-view="feed" data-composes>
      <TotalHeader alert={alert} />
      <main className={classNames(viewStyles.main, styles.page)} data-scrolls>
        <AlertSentence {...{ alert, isHeld }} takesFocus />
        <SubjectChart {...{ alert, chart }} />
        <AlertSettings alert={alert} />
      </main>
    </div>
  );
}

/** Its heading takes the focus before the sentence does. */
function TotalHeader({ alert }: { alert: ComposedAlert }) {
  const heading = useViewHeading(t('row.newAlertButton'));
  return (
    <header className={classNames(viewStyles.header, viewStyles.back, headerStyles.header)}>
      <BackButton />
      <div className={headerStyles.title}>
        <h1 ref={heading} className={viewStyles.title} tabIndex={-1} dir="auto">
          {alert.subject.title}
        </h1>
      </div>
      <SubjectNow {...alert} />
    </header>
  );
}
