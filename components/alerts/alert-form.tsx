import { useRef, type FormEvent } from 'react';
import { ruleWords, standingWords } from '@/lib/alerts/text/rule-words.ts';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import { toExactPrice, type AlertPrice } from '@/lib/alerts/model/price.ts';
import { t } from '@/lib/locale/t.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import type { FeedId } from '@/lib/units.ts';
import { PriceNow } from './feed-group.tsx';
import { MoreOptions } from './more-options.tsx';
import { formatRecentTime } from '@/lib/locale/format-recent-time.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { useAlertForm } from './use-alert-form.ts';
import { useAlertPrice } from './use-alert-price.ts';
import { useNamedFeed } from './use-named-feed.ts';
import styles from './alert-form.module.css';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';

interface AlertFormProps {
  feedId: FeedId;
  /** The alert to edit; if absent, the form creates one. */
  rule?: AlertRule;
  /** Initial level, as a plain decimal. */
  level?: string | null;
  /** Called after the alert is saved, or the form is canceled. */
  onDone: () => void;
}

/** Form for an alert: its condition first, all other options collapsed below. */
export function AlertForm({ feedId, rule, level = null, onDone }: AlertFormProps) {
  const { name, attributes, isFollowed } = useNamedFeed(feedId);
  const latest = useAlertPrice(feedId, attributes);
  const price = latest && toDecimal(latest.price, latest.expo);
  const form = useAlertForm({ feedId, rule, level, price, onDone });
  const element = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit();
    // The form is still mounted only if the alert was not saved.
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.feed}>
        <b>{name}</b> <PriceNow feedId={feedId} />
      </p>
      {!isFollowed && <p className={styles.hint}>{t('alertForm.notOnWatchlist')}</p>}
      <TriggerFields form={form} name={name} price={price} />
      <AlertPreview described={form.described} name={name} latest={latest} />
      <MoreOptions form={form} isOpenAtFirst={rule !== undefined && hasOptions(rule)} />
      <div className={styles.end}>
        {form.refusal !== null && (
          <p className={controlStyles.problem} role="alert">
            {form.refusal}
          </p>
        )}
        <Button type="submit" kind="primary">
          {t(rule ? 'alertForm.saveButton' : 'alerts.addButton')}
        </Button>
        <Button onClick={onDone}>{t('common.cancelButton')}</Button>
      </div>
    </form>
  );
}

interface AlertPreviewProps {
  described: AlertRule | null;
  name: string;
  latest: AlertPrice | null;
}

/** Describes what the alert will do, and its state at the current price. */
function AlertPreview({ described, name, latest }: AlertPreviewProps) {
  const exact = latest && toExactPrice(latest);
  const standing = described && exact ? standingWords(described, exact) : '';
  return (
    <div className={styles.preview}>
      <p role="status" aria-label={t('alertForm.previewLabel')}>
        {described && ruleWords(described, name, (at) => formatRecentTime(at))}
      </p>
      {/* Not announced: it changes with every price. */}
      {standing !== '' && <p aria-live="off">{standing}</p>}
    </div>
  );
}

function hasOptions(rule: AlertRule): boolean {
  const { repeat, confirmationSeconds, certain, onlyWhileOpen, expiresAt, note } = rule;
  return (
    repeat.mode === 'repeating' ||
    confirmationSeconds > 0 ||
    certain ||
    !onlyWhileOpen ||
    expiresAt !== null ||
    note !== ''
  );
}
