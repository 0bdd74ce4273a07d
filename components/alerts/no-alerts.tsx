import { suggestLevel } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import { toExactPrice, type ExactPrice } from '@/lib/domain/alerts/model/price.ts';
import { alertRuleSchema } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { namedCondition } from '@/lib/domain/alerts/text/condition-words.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { isMalformed, parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { createAlert } from '@/lib/pages/alerts/alert-actions.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { Button, classNames } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { goTo } from '../shared/route.ts';
import { reportCreated } from './reported-actions.ts';
import { useSubject } from './use-subject.ts';
import emptyStyles from '../shared/empty.module.css';
import styles from './alerts.module.css';

/** Three alerts that are added with one press. @param feedId `null`: on feeds of the watchlist */
export function NoAlerts({ feedId }: { feedId: FeedId | null }) {
  const listed = useStored(watchlist) ?? [];
  const followed = useStored(followedFeeds) ?? {};
  const [first, second = first] = feedId === null ? listed : [feedId];
  const closes = (id: FeedId): boolean => {
    const schedule = parseSchedule(followed[id]);
    return Boolean(followed[id]) && !isMalformed(schedule) && !schedule.alwaysOpen;
  };
  const withHours = (feedId === null ? listed : [feedId]).find(closes);
  return (
    <div className={classNames(emptyStyles.empty, styles.none)}>
      <h2>{t('alerts.noneTitle')}</h2>
      <p>{t('alerts.noneText')}</p>
      {first === undefined || second === undefined ? (
        <Button kind="primary" onClick={() => goTo({ view: 'list' })}>
          {t('popup.addFeedButton')}
        </Button>
      ) : (
        <>
          <ul className={styles.ideas}>
            <Idea id={first} kind="level" />
            <Idea id={second} kind="move" />
            {withHours !== undefined && <Idea id={withHours} kind="market" />}
          </ul>
          <Button
            kind="primary"
            onClick={() => goTo({ view: 'new-alert', id: first, level: null })}
          >
            {t('row.newAlertButton')}
          </Button>
        </>
      )}
    </div>
  );
}

const MOVE: Trigger = {
  kind: 'moves',
  direction: 'either',
  by: { unit: 'percent', amount: '5' },
  withinSeconds: 86_400,
};

const OPENING: Trigger = { kind: 'market', change: 'opens' };

function levelAbove(exact: ExactPrice | null): Trigger | null {
  const level = exact && suggestLevel(exact, 'above');
  return level === null ? null : { kind: 'crosses', direction: 'above', level };
}

function Idea({ id, kind }: { id: FeedId; kind: 'level' | 'move' | 'market' }) {
  const { name, latest } = useSubject(id);
  const exact = latest && toExactPrice(latest);
  const trigger = kind === 'level' ? levelAbove(exact) : kind === 'move' ? MOVE : OPENING;
  if (!trigger) return null;
  const words = namedCondition(trigger, name);
  const add = async (): Promise<void> => {
    const result = await createAlert(alertRuleSchema.parse({ id: 'new', feedId: id, trigger }));
    if ('rule' in result) reportCreated(result.rule);
  };
  return (
    <li>
      <span dir="auto">{words}</span>
      <Button aria-label={labelled(t('popup.addButton'), words)} onClick={() => void add()}>
        {t('popup.addButton')}
      </Button>
    </li>
  );
}
