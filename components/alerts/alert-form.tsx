import { useRef, type FormEvent } from 'react';
import { ruleWords, standingWords } from '@/lib/alerts/rule-words.ts';
import type { AlertRule } from '@/lib/alerts/rule.ts';
import { readFigures, type AlertSample } from '@/lib/alerts/sample.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { PriceNow } from './feed-group.tsx';
import { MoreOptions } from './more-options.tsx';
import { timeWords } from './time-words.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { useAlertForm } from './use-alert-form.ts';
import { useAlertSample } from './use-alert-sample.ts';
import { useNamedFeed } from './use-named-feed.ts';
import './alerts.css';

interface AlertFormProps {
  feedId: string;
  /** The alert that is edited; missing: a new one. */
  rule?: AlertRule;
  /** A plain decimal to begin with. */
  level?: string | null;
  /** Stored or given up. */
  onDone: () => void;
}

/** An alert's form: what it waits for at the top, all else folded away. */
export function AlertForm({ feedId, rule, level = null, onDone }: AlertFormProps) {
  const { name, attributes, isFollowed } = useNamedFeed(feedId);
  const sample = useAlertSample(feedId, attributes);
  const price = sample && toDecimal(sample.price, sample.expo);
  const form = useAlertForm({ feedId, rule, level, price, onDone });
  const element = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit();
    // Only a refused form is still there.
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return (
    <form ref={element} className="alert-form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="form-feed">
        <b>{name}</b> <PriceNow feedId={feedId} />
      </p>
      {!isFollowed && (
        <p className="part-hint">It is not on the watchlist: the alert is paused until it is.</p>
      )}
      <TriggerFields form={form} name={name} price={price} />
      <Outlook described={form.described} name={name} sample={sample} />
      <MoreOptions form={form} isOpenAtFirst={rule !== undefined && hasOptions(rule)} />
      <div className="form-end">
        {form.refusal !== null && (
          <p className="problem" role="alert">
            {form.refusal}
          </p>
        )}
        <button type="submit" className="primary">
          {rule ? 'Save alert' : 'Create alert'}
        </button>
        <button type="button" className="plain" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface OutlookProps {
  described: AlertRule | null;
  name: string;
  sample: AlertSample | null;
}

/** What the alert will do, and how it would stand now. */
function Outlook({ described, name, sample }: OutlookProps) {
  const figures = sample && readFigures(sample);
  const standing = described && figures ? standingWords(described, figures) : '';
  return (
    <div className="outlook">
      <p role="status" aria-label="What it will do">
        {described && ruleWords(described, name, (at) => timeWords(at))}
      </p>
      {/* It changes with each price: read out it would never end. */}
      {standing !== '' && (
        <p className="standing" aria-live="off">
          {standing}
        </p>
      )}
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
