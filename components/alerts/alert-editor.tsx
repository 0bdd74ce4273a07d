import { t } from '@/lib/base/locale/t.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { goBack, goTo } from '../shared/route.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { AlertForm } from './alert-form.tsx';
import { ViewHeader } from './view-header.tsx';
import { Button, classNames } from '../shared/button.tsx';
import emptyStyles from '../shared/empty.module.css';
import viewStyles from '../shared/view.module.css';
import styles from './alerts.module.css';

type AlertEditorProps = { feedId: FeedId; level: string | null } | { alertId: string };

export default function AlertEditor(props: AlertEditorProps) {
  const isNew = 'feedId' in props;
  return (
    <div className={viewStyles.view}>
      <ViewHeader title={t(isNew ? 'row.newAlertButton' : 'alerts.editTitle')} />
      <main className={viewStyles.main} data-scrolls>
        {isNew ? (
          <AlertForm subjectId={props.feedId} level={props.level} onDone={goBack} />
        ) : (
          <ExistingAlert id={props.alertId} />
        )}
      </main>
    </div>
  );
}

function ExistingAlert({ id }: { id: string }) {
  const rules = useStored(alertRules);
  if (!rules) return null;
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule) return <AlertForm subjectId={rule.feedId} rule={rule} onDone={goBack} />;
  return (
    <div className={classNames(emptyStyles.empty, styles.none)}>
      <h2>{t('alerts.deletedTitle')}</h2>
      <Button kind="primary" onClick={() => goTo({ view: 'alerts' })}>
        {t('alerts.showAllButton')}
      </Button>
    </div>
  );
}
