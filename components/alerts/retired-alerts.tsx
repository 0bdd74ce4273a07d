import { useId } from 'react';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { DeleteIcon } from '../shared/later-icons.tsx';
import { goTo } from '../shared/route.ts';
import { alertActions } from './reported-actions.ts';
import { useNamedSubject } from './use-subject.ts';
import styles from './confirm-alerts.module.css';
import alertStyles from './alerts.module.css';

/** Alerts of kinds that no longer exist, to be replaced or deleted. */
export function RetiredAlerts() {
  const rules = useStored(alertRules)?.filter(({ trigger }) => trigger.kind === 'retired') ?? [];
  const id = useId();
  if (rules.length === 0) return null;
  return (
    <section className={alertStyles.group} aria-labelledby={id}>
      <div className={alertStyles.head}>
        <h2 id={id}>{t('alerts.needsYouTitle')}</h2>
      </div>
      <ul className={styles.list} aria-labelledby={id}>
        {rules.map((rule) => (
          <Retired key={rule.id} rule={rule} />
        ))}
      </ul>
    </section>
  );
}

function Retired({ rule }: { rule: AlertRule }) {
  const { title, style } = useNamedSubject(rule.feedId);
  const words = conditionTitle(rule.trigger, style);
  const alert = `${title} ${words}`;
  const [replace, remove] = [t('alerts.replaceButton'), t('common.deleteButton')];
  return (
    <li>
      <span>
        <b dir="auto">{title}</b> {words}
        <br />
        <small>{t('alerts.retired')}</small>
      </span>
      <Button
        kind="small"
        aria-label={labelled(replace, alert)}
        onClick={() => goTo({ view: 'edit-alert', alertId: rule.id })}
      >
        {replace}
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
