import { useId } from 'react';
import type { Need } from '@/lib/domain/alerts/model/need.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { DeleteIcon } from '../shared/later-icons.tsx';
import { goTo } from '../shared/route.ts';
import { alertActions } from './reported-actions.ts';
import { useNeeds } from './use-needs.ts';
import { useNamedSubject } from './use-subject.ts';
import styles from './confirm-alerts.module.css';
import alertStyles from './alerts.module.css';

/** Alerts that cannot be checked until the user does something, each with its way out. */
export function NeedsYou() {
  const needOf = useNeeds();
  const needs = (useStored(alertRules) ?? []).flatMap((rule) => {
    const need = needOf(rule);
    return need ? [{ rule, need }] : [];
  });
  const id = useId();
  if (needs.length === 0) return null;
  return (
    <section className={alertStyles.group} aria-labelledby={id}>
      <div className={alertStyles.head}>
        <h2 id={id}>{t('alerts.needsYouTitle')}</h2>
      </div>
      <ul className={styles.list} aria-labelledby={id}>
        {needs.map(({ rule, need }) => (
          <Needing key={rule.id} rule={rule} need={need} />
        ))}
      </ul>
    </section>
  );
}

const REASONS = {
  retired: 'alerts.retired',
  gone: 'detail.missing.unknown',
  'not-covered': 'history.notCovered',
} as const;

function mend(rule: AlertRule, need: Need): void {
  if (need === 'not-covered') void openOptions('go-live');
  else if (need === 'retired') goTo({ view: 'edit-alert', alertId: rule.id });
  else {
    const replaces = { feedId: feedOf(rule.feedId) ?? '', alertId: rule.id };
    goTo({ view: 'list', replaces });
  }
}

function Needing({ rule, need }: { rule: AlertRule; need: Need }) {
  const { title, style } = useNamedSubject(rule.feedId);
  const words = conditionTitle(rule.trigger, style);
  const alert = `${title} ${words}`;
  const remove = t('common.deleteButton');
  const action = t(need === 'not-covered' ? 'popup.refused.button' : 'alerts.replaceButton');
  return (
    <li>
      <span>
        <b dir="auto">{title}</b> {words}
        <br />
        <small>{t(REASONS[need])}</small>
      </span>
      <Button kind="small" aria-label={labelled(action, alert)} onClick={() => mend(rule, need)}>
        {action}
      </Button>
      <IconButton
        label={labelled(remove, alert)}
        title={remove}
        onClick={() => void alertActions.remove(rule)}
      >
        <DeleteIcon />
      </IconButton>
    </li>
  );
}
