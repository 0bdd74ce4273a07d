import { memo } from 'react';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import {
  eventWords,
  exactPriceWords,
  firedPrice,
  lateWords,
  unverifiedWords,
} from '@/lib/domain/alerts/text/event-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { firingsOf, parseTarget } from '@/lib/domain/alerts/model/notification-target.ts';
import type { SendProblem } from '@/lib/domain/forwarding/outbox.ts';
import { sendProblemWords } from '@/lib/domain/forwarding/send-problem-words.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { outbox } from '@/lib/storage/values/forwarding.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { useProof } from './use-proof.ts';
import { useNamedSubject } from './use-subject.ts';
import rowStyles from '../shared/row.module.css';
import styles from './alert-row.module.css';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { classNames } from '../shared/button.tsx';
import { routeHash } from '../shared/route.ts';
import { MenuButton } from '../shared/menu-button.tsx';
import { MenuItem } from '../shared/menu.tsx';

interface FiringRowProps {
  firing: Firing;
  /** Whether the user had not seen it when the list was opened. */
  isNew: boolean;
}

export const FiringRow = memo(function FiringRow({ firing, isNew }: FiringRowProps) {
  const { feedId, at, what } = firing;
  const { name, style } = useNamedSubject(feedId);
  const unsent = useUnsent(firing.id);
  const facts = [
    eventWords(what, name, style),
    lateWords(firing),
    unverifiedWords(firing),
    firing.delivered !== 'notified' && t(`notification.delivery.${firing.delivered}`),
    firing.missed && t('alerts.whileOffline'),
    unsent && t('forwarding.notSent', { reason: sendProblemWords(unsent) }),
  ];
  const words = facts.filter(Boolean).join(' · ');
  return (
    <li
      className={classNames(rowStyles.row, styles.alert)}
      data-fired
      data-unseen={isNew || undefined}
    >
      <div className={rowStyles.name}>
        <a href={firingRoute(firing)} dir="auto">
          {isNew && <span className="visually-hidden">{t('alerts.newLabel')} </span>}
          {name}
        </a>
        <FiringMenu firing={firing} />
        <small title={words}>{words}</small>
      </div>
      <span
        className={classNames(rowStyles.figure, styles.figure)}
        title={exactPriceWords(firing, style)}
      >
        <b dir="auto">{firedPrice(firing, style)}</b>
        <small>
          <time dateTime={new Date(at).toISOString()}>{formatRecentTime(at)}</time>
        </small>
      </span>
    </li>
  );
});

/** The route to the feed, or to all alerts for a total. */
export function firingRoute({ feedId }: Firing): string {
  const id = feedOf(feedId);
  return routeHash(id === null ? { view: 'alerts' } : { view: 'feed', id });
}

/** Why a firing was not forwarded to the user's own address; `null` if there was no error. */
function useUnsent(firingId: string): SendProblem | null {
  const entries = useStored(outbox);
  const history = useStored(firings);
  if (!entries?.length || !history) return null;
  const entry = entries.find(({ id, problem }) => {
    const target = problem && parseTarget(id);
    return target && firingsOf(target, history).some((each) => each.id === firingId);
  });
  return entry?.problem ?? null;
}

function FiringMenu({ firing }: { firing: Firing }) {
  const { name, style } = useNamedSubject(firing.feedId);
  return (
    <MenuButton name={eventWords(firing.what, name, style)} action="firing-menu">
      <ProofItem firing={firing} />
    </MenuButton>
  );
}

function ProofItem({ firing }: { firing: Firing }) {
  const save = useProof(firing);
  return (
    <MenuItem isDisabled={!save} onSelect={() => void save?.()}>
      {t('proofFile.saveButton')}
      {save === null && <small className={styles.reason}>{t('proofFile.missing')}</small>}
    </MenuItem>
  );
}
