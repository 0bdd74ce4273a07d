import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { watchingOf } from '@/lib/domain/alerts/model/phase.ts';
import { COOLDOWNS, type Cooldown } from '@/lib/domain/alerts/model/rule.ts';
import { numberText } from '@/lib/domain/alerts/text/figures.ts';
import { firedPrice } from '@/lib/domain/alerts/text/event-words.ts';
import { rehearsalWords } from '@/lib/domain/alerts/text/rehearsal-words.ts';
import { cooldownWords } from '@/lib/domain/alerts/text/rule-words.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { areUnsignedCandlesShown } from '@/lib/storage/values/candles.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { alertActions } from '../../alerts/reported-actions.ts';
import { useProof } from '../../alerts/use-proof.ts';
import { useNamedSubject } from '../../alerts/use-subject.ts';
import { Button, IconButton } from '../../shared/button.tsx';
import { useAreCandlesAllowed } from '../../shared/hooks/use-are-candles-allowed.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { DeleteIcon } from '../../shared/later-icons.tsx';
import { MenuItem } from '../../shared/menu.tsx';
import { goBack } from '../../shared/route.ts';
import { Slot } from './slot.tsx';
import type { ComposedAlert } from './use-composed-alert.ts';
import styles from './alert.module.css';

/** How often the alert would have triggered, its options and its buttons. */
export function AlertSettings({ alert }: { alert: ComposedAlert }) {
  return (
    <div className={styles.settings}>
      <section>
        <TriggeredOrRehearsal alert={alert} />
      </section>
      <section>
        <h2>{t('popup.optionsButton')}</h2>
        <ul className={styles.options}>
          <Repeat alert={alert} />
          <Expiry alert={alert} />
          <AlertNote alert={alert} />
        </ul>
      </section>
      <Actions alert={alert} />
    </div>
  );
}

interface AlertProps {
  alert: ComposedAlert;
}

/** When the edited alert last triggered, until something else than what it watched is written. */
function TriggeredOrRehearsal({ alert }: AlertProps) {
  const { described, task } = alert;
  const last = useStored(firings)?.findLast(({ alertId }) => alertId === task.rule?.id);
  const isSame = described && task.rule && watchingOf(described) === watchingOf(task.rule);
  const isTriggered = last && isSame;
  return (
    <>
      <h2>{t(isTriggered ? 'alertState.word.fired' : 'rehearsal.title')}</h2>
      {isTriggered ? <Triggered firing={last} /> : <Rehearsal alert={alert} />}
    </>
  );
}

function Triggered({ firing }: { firing: Firing }) {
  const { style } = useNamedSubject(firing.feedId);
  const save = useProof(firing);
  return (
    <div className={styles.rehearsal} data-part="triggered">
      <i />
      <p>
        <b>{t('alertState.triggered', { time: formatRecentTime(firing.at) })}</b>{' '}
        <bdi>{firedPrice(firing, style)}</bdi>
      </p>
      {save && (
        <Button kind="link" onClick={() => void save()}>
          {t('proofFile.saveButton')}
        </Button>
      )}
    </div>
  );
}

const DAYS_IN_WEEK = 7;

function Rehearsal({ alert }: AlertProps) {
  const { rehearsing } = alert;
  const areSamples = useStored(areSamplesShown) ?? false;
  const { rule, result } = rehearsing.rehearsed ?? {};
  const isMissing = rehearsing.isPossible && rule !== undefined && !result;
  const isRunning = !areSamples && isUnfinished(alert);
  const words = areSamples
    ? { title: t('rehearsal.samples'), detail: t('rehearsal.samplesDetail') }
    : rule && result && alert.described
      ? rehearsalWords(alert.described, result, result.days)
      : noRehearsal(alert);
  const isNone = areSamples || !result || result.times.length === 0;
  return (
    <div
      className={styles.rehearsal}
      data-part="rehearsal"
      data-late={(result && rehearsing.isLate) || undefined}
      data-none={isNone || undefined}
      aria-busy={isRunning || undefined}
    >
      <i />
      <div aria-live="polite">
        {isRunning ? (
          <span>{t('options.loading')}</span>
        ) : (
          <p>
            <b>{words.title}</b> <span>{words.detail}</span>
          </p>
        )}
      </div>
      {!areSamples && <LessOften alert={alert} />}
      {!areSamples && isMissing && <ShowPastPrices />}
    </div>
  );
}

function isUnfinished({ described, draft, rehearsing }: ComposedAlert): boolean {
  return (
    rehearsing.isPossible && rehearsing.rehearsed === null && !lacksLevel({ described, draft })
  );
}

function lacksLevel({ described, draft }: Pick<ComposedAlert, 'described' | 'draft'>): boolean {
  return described === null && draft.kind === 'crosses';
}

/** Why the alert was not tested on past prices. */
function noRehearsal(alert: ComposedAlert) {
  const { rehearsing, subject } = alert;
  if (lacksLevel(alert)) {
    return { title: t('rehearsal.noLevel'), detail: t('rehearsal.noLevelDetail') };
  }
  const isHidden = subject.style.isHidden && t('holdings.nowHidden');
  const isTooShort = rehearsing.isPossible && t('rehearsal.tooFew');
  return { title: t('rehearsal.none'), detail: isHidden || isTooShort || '' };
}

/** Offers a level that would have triggered about once a week, for one that triggers more often. */
function LessOften({ alert }: AlertProps) {
  const { rehearsed, weekly } = alert.rehearsing;
  const { times = [], days = 0 } = rehearsed?.result ?? {};
  if (weekly === null || times.length <= days / DAYS_IN_WEEK) return null;
  const level = numberText(weekly);
  const label = t('rehearsal.lessOften');
  return (
    <Button
      kind="link"
      aria-label={labelled(label, level)}
      title={level}
      onClick={() => {
        alert.change({ level });
        // The button disappears: keep the keyboard's focus on the page.
        document.querySelector<HTMLElement>('[data-part="alert-sentence"] input')?.focus();
      }}
    >
      {label}
    </Button>
  );
}

/** Past prices are not signed: with required verification, they are shown only if asked for. */
function ShowPastPrices() {
  const areAllowed = useAreCandlesAllowed();
  if (areAllowed) return null;
  return (
    <Button kind="link" onClick={() => void areUnsignedCandlesShown.setValue(true)}>
      {t('chart.showCandlesButton')}
    </Button>
  );
}

function Repeat({ alert: { draft, change } }: AlertProps) {
  const { cooldownSeconds: cooldown } = draft;
  const [once, every] = [t('alerts.summary.once'), t('alertForm.everyTime')];
  const set = (cooldownSeconds: Cooldown | null) => (): void => change({ cooldownSeconds });
  return (
    <li>
      <span>{t('alertForm.repeatLabel')}</span>
      <Slot
        label={t('alertForm.repeatLabel')}
        value={
          cooldown === null ? (
            once
          ) : (
            <>
              {every} <i>{cooldownWords(cooldown)}</i>
            </>
          )
        }
        words={cooldown === null ? once : `${every} ${cooldownWords(cooldown)}`}
      >
        <MenuItem isRadio checked={cooldown === null} onSelect={set(null)}>
          {once}
        </MenuItem>
        <MenuItem isRadio checked={cooldown !== null} onSelect={set(cooldown ?? 3_600)}>
          {every}
        </MenuItem>
        <div role="separator" />
        {COOLDOWNS.map((seconds) => (
          <MenuItem key={seconds} isRadio checked={seconds === cooldown} onSelect={set(seconds)}>
            {cooldownWords(seconds)}
          </MenuItem>
        ))}
      </Slot>
    </li>
  );
}

function Expiry({ alert: { draft, change, described } }: AlertProps) {
  const label = t('alertForm.expiryLabel');
  const at = described?.expiresAt ?? null;
  return (
    <Option label={label} value={at === null ? t('alertForm.never') : formatRecentTime(at)}>
      {(end) => (
        <input
          {...end}
          type="datetime-local"
          aria-label={label}
          value={draft.expiresAt}
          onChange={(event) => change({ expiresAt: event.currentTarget.value })}
        />
      )}
    </Option>
  );
}

function AlertNote({ alert: { draft, change } }: AlertProps) {
  const label = t('alertForm.noteLabel');
  return (
    <Option label={label} value={draft.note.trim() === '' ? t('alertForm.noNote') : draft.note}>
      {(end) => (
        <input
          {...end}
          type="text"
          aria-label={label}
          maxLength={200}
          spellCheck
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
    </Option>
  );
}

interface OptionProps {
  label: string;
  /** As text. */
  value: string;
  /** The field, with callbacks for leaving it. */
  children: (end: {
    autoFocus: true;
    onBlur: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  }) => ReactNode;
}

/** A value whose field takes its place when it is pressed. */
function Option({ label, value, children }: OptionProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const end = (): void => setOpen(false);
  return (
    <li>
      <span>{label}</span>
      {isOpen ? (
        children({
          autoFocus: true,
          onBlur: end,
          onKeyDown: (event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            end();
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>(`[id="${id}"]`)?.focus(),
            );
          },
        })
      ) : (
        <button
          type="button"
          id={id}
          className={styles.value}
          aria-label={labelled(label, value)}
          onClick={() => setOpen(true)}
        >
          <span dir="auto">{value}</span>
        </button>
      )}
    </li>
  );
}

function Actions({ alert }: AlertProps) {
  const { task, described, submit, refusal, problemOf } = alert;
  const problem = refusal ?? problemOf('expiresAt') ?? problemOf('note');
  const { rule } = task;
  return (
    <div className={styles.actions}>
      {problem !== null && <p role="alert">{problem}</p>}
      <Button kind="primary" isDisabled={described === null} onClick={() => void submit()}>
        {t(rule ? 'common.saveButton' : 'alerts.addButton')}
      </Button>
      <Button onClick={goBack}>{t('common.cancelButton')}</Button>
      {rule && (
        <IconButton
          label={t('common.deleteButton')}
          onClick={() => {
            void alertActions.remove(rule);
            goBack();
          }}
        >
          <DeleteIcon />
        </IconButton>
      )}
    </div>
  );
}
