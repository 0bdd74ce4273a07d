import { useId } from 'react';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { confirmAlerts } from '@/lib/pages/alerts/alert-actions.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { useUnconfirmedAlerts } from '../shared/hooks/use-unconfirmed-alerts.ts';
import { DeleteIcon } from '../shared/later-icons.tsx';
import { SubjectPrice } from './subject-price.tsx';
import { alertActions } from './reported-actions.ts';
import { useSubject } from './use-subject.ts';
import styles from './confirm-alerts.module.css';
import alertStyles from './alerts.module.css';

/** Shown after going live: alerts set with sample prices, to be compared with live prices. */
export function ConfirmAlerts() {
  const rules = useUnconfirmedAlerts();
  const id = useId();
  if (rules.length === 0) return null;
  return (
    <section className={alertStyles.group} aria-labelledby={id}>
      <div className={alertStyles.head}>
        <h2 id={id}>{t('alerts.confirm.title')}</h2>
      </div>
      <p className={styles.text}>{t('alerts.confirm.text')}</p>
      <ul className={styles.list} aria-labelledby={id}>
        {rules.map((rule) => (
          <Unconfirmed key={rule.id} rule={rule} />
        ))}
      </ul>
      <Button
        kind="primary"
        className={styles.button}
        onClick={() => void confirmAlerts(rules.map((rule) => rule.id))}
      >
        {t('alerts.confirm.button', { count: rules.length })}
      </Button>
    </section>
  );
}

function Unconfirmed({ rule }: { rule: AlertRule }) {
  const { title, style, latest } = useSubject(rule.feedId);
  const words = conditionTitle(rule.trigger, style);
  const action = t('common.deleteButton');
  return (
    <li>
      <span>
        <b dir="auto">{title}</b> {words}
      </span>
      <SubjectPrice latest={latest} style={style} />
      <IconButton
        label={labelled(action, `${title} ${words}`)}
        title={action}
        onClick={() => void alertActions.remove(rule)}
      >
        <DeleteIcon />
      </IconButton>
    </li>
  );
}
