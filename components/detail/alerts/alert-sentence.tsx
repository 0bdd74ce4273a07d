import { useEffect, useId, useRef, type CSSProperties, type ReactNode } from 'react';
import { formatList } from '@/lib/base/locale/format.ts';
import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { isNear, suggestLevel } from '@/lib/domain/alerts/engine/suggest-levels.ts';
import { sideOf } from '@/lib/domain/alerts/engine/levels.ts';
import { offeredVerbs, type Verb } from '@/lib/domain/alerts/model/verb.ts';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { subjectTitle } from '@/lib/domain/alerts/text/subject-words.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { subjectOf, type Subject } from '@/lib/domain/holdings/subject.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence } from '@/lib/domain/prices/format-price.ts';
import { isMalformed, parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { Button } from '../../shared/button.tsx';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { MenuItem } from '../../shared/menu.tsx';
import { Message } from '../../shared/message.tsx';
import { marketSentence } from '../facts/market-words.ts';
import { Slot } from './slot.tsx';
import type { ComposedAlert } from './use-composed-alert.ts';
import styles from './alert.module.css';

interface AlertSentenceProps {
  alert: ComposedAlert;
  /** Whether the pointer holds the level. */
  isHeld?: boolean;
  takesFocus: boolean;
}

/** The alert as a sentence whose parts are chosen and typed, and how far the price is from it. */
export function AlertSentence({ alert, isHeld = false, takesFocus }: AlertSentenceProps) {
  const { kind } = alert.draft;
  const noteId = useId();
  const subject = <SubjectSlot alert={alert} />;
  const verb = <VerbSlot alert={alert} />;
  const field = { alert, noteId, takesFocus };
  return (
    <section
      className={styles.sentence}
      data-part="alert-sentence"
      aria-label={t(alert.task.rule ? 'alerts.editTitle' : 'row.newAlertButton')}
    >
      <div className={styles.say}>
        {kind === 'crosses' && (
          <Message
            of="alertForm.sentence.level"
            values={{ subject, verb, level: <LevelField {...field} /> }}
          />
        )}
        {kind === 'moves' && (
          <Message
            of="alertForm.sentence.move"
            values={{
              subject,
              verb,
              amount: <AmountField {...field} />,
              duration: <DurationSlot alert={alert} />,
            }}
          />
        )}
        {kind !== 'crosses' && kind !== 'moves' && (
          <Message of="alertForm.sentence.state" values={{ subject, verb }} />
        )}
      </div>
      <Distance alert={alert} isHeld={isHeld} id={noteId} />
    </section>
  );
}

function SubjectSlot({ alert: { subject, choices, choose } }: { alert: ComposedAlert }) {
  const nameOf = useFeedNames();
  const wordsOf = (id: string): string => {
    const { kind, groupId } = { groupId: null, ...subjectOf(id) };
    if (kind === 'total' && groupId === null) return t('alertForm.myTotal');
    return id === subject.id ? subject.title : subjectTitle(id, { nameOf, groups: [] });
  };
  const words = wordsOf(subject.id);
  if (choices.length < 2) return <b dir="auto">{words}</b>;
  return (
    <Slot isInSentence label={t('alertForm.subjectLabel')} value={words} words={words}>
      {choices.map((id) => (
        <MenuItem key={id} isRadio checked={id === subject.id} onSelect={() => choose(id)}>
          {wordsOf(id)}
        </MenuItem>
      ))}
    </Slot>
  );
}

function VerbSlot({ alert }: { alert: ComposedAlert }) {
  const { subject, verb, setVerb } = alert;
  const schedule = parseSchedule(subject.attributes);
  const isFeed = subjectOf(subject.id).kind === 'feed';
  const closes = isFeed && !isMalformed(schedule) && !schedule.alwaysOpen;
  const words = verbWords(verb);
  return (
    <Slot isInSentence label={t('alertForm.kindLabel')} value={words} words={words}>
      {offeredVerbs(verb).map((each) => {
        const isDisabled = each === 'opens' && !closes && each !== verb;
        return (
          <MenuItem
            key={each}
            isRadio
            checked={each === verb}
            isDisabled={isDisabled}
            onSelect={() => setVerb(each)}
          >
            {verbWords(each)}
            {isDisabled && <small className={styles.why}>{t('alertForm.neverCloses')}</small>}
          </MenuItem>
        );
      })}
    </Slot>
  );
}

function verbWords(verb: Verb): string {
  return t(`alertForm.verb.${verb}`);
}

interface FieldProps {
  alert: ComposedAlert;
  /** Describes the field. */
  noteId: string;
  takesFocus: boolean;
}

function LevelField({ alert, ...props }: FieldProps) {
  const { currency } = alert.subject.style;
  return (
    <SlotField
      {...props}
      alert={alert}
      label={t('alertForm.levelLabel')}
      value={alert.draft.level}
      problem={alert.problemOf('level')}
      unit={currency === null ? null : currencyLabel(currency)}
      onType={alert.setLevel}
    />
  );
}

const PERCENT_SIGN = /[%٪]/;

/** A percentage, or an amount of money in an alert that uses one. */
function AmountField({ alert, ...props }: FieldProps) {
  const { amount, unit } = alert.draft;
  return (
    <SlotField
      {...props}
      alert={alert}
      label={t('alertForm.atLeastLabel')}
      value={amount}
      problem={alert.problemOf('amount')}
      unit={unit === 'percent' ? '%' : null}
      onType={(typed) =>
        alert.change({
          amount: typed.replace(PERCENT_SIGN, ''),
          unit: PERCENT_SIGN.test(typed) ? 'percent' : unit,
        })
      }
    />
  );
}

interface SlotFieldProps extends FieldProps {
  label: string;
  value: string;
  problem: string | null;
  unit: string | null;
  onType: (typed: string) => void;
}

function SlotField(props: SlotFieldProps) {
  const { alert, noteId, takesFocus, label, value, problem, unit, onType } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <span className={styles.field} data-problem={problem !== null || undefined} dir="ltr">
      <input
        ref={input}
        type="text"
        value={value}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={noteId}
        style={lengthOf(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void alert.submit();
        }}
      />
      {unit !== null && <span>{unit}</span>}
    </span>
  );
}

/** For browsers that cannot fit a field to its text. */
function lengthOf(text: string): CSSProperties {
  return Object.fromEntries([['--length', Math.max(2, text.length) + 0.5]]);
}

/** In seconds. */
const WINDOWS = [300, 900, 3_600, 14_400, 43_200, 86_400];

function DurationSlot({ alert: { draft, change } }: { alert: ComposedAlert }) {
  const { withinSeconds: current } = draft;
  const words = formatDuration(current, 'long');
  return (
    <Slot isInSentence label={t('alertForm.withinLabel')} value={words} words={words}>
      {[...new Set([...WINDOWS, current])]
        .toSorted((a, b) => a - b)
        .map((seconds) => (
          <MenuItem
            key={seconds}
            isRadio
            checked={seconds === current}
            onSelect={() => change({ withinSeconds: seconds })}
          >
            {formatDuration(seconds, 'long')}
          </MenuItem>
        ))}
    </Slot>
  );
}

interface DistanceProps {
  alert: ComposedAlert;
  isHeld: boolean;
  id: string;
}

/** What is wrong, or how far the price is from what the alert waits for. */
function Distance({ alert, isHeld, id }: DistanceProps) {
  const problem = alert.problemOf('level') ?? alert.problemOf('amount');
  const market = useMarketSentence(alert);
  const areAsleep = useStored(backgroundUpdates) === 'none';
  const nameOf = useFeedNames();
  const { exact, basket } = alert.subject;
  const { kind } = subjectOf(alert.subject.id);
  const trigger = alert.described?.trigger;
  const level = trigger?.kind === 'crosses' ? parseDecimal(trigger.level) : null;
  if (problem !== null) return <Note {...{ id }} tone="bad" words={problem} />;
  if (level && exact && isNear(level, exact)) {
    const better = suggestLevel(exact, sideOf(level, exact.price) ?? 'above');
    return (
      <Note
        {...{ id }}
        tone="warn"
        words={t('alertForm.near', { confidence: formatConfidence(exact.conf) })}
      >
        {better !== null && (
          <Button kind="link" onClick={() => alert.change({ level: numberText(better) })}>
            {t('alertForm.useLevel', { level: numberText(better) })}
          </Button>
        )}
      </Note>
    );
  }
  const parts = new Set(
    basket && [...basket.positions.map(({ feedId }) => feedId), ...basket.feedIds],
  );
  const names = formatList([...parts].map(nameOf), 'conjunction');
  const words = [
    alert.subject.paused,
    level && exact && awayWords(kind, toDecimalString(changePercent(level, exact.price) ?? NONE)),
    kind === 'price' && names !== '' && t('alertForm.from', { names }),
    market,
    // Says the same while the level is dragged, so that the chart below does not move.
    areAsleep ? t('alerts.asleep') : isHeld && t('alertForm.roundHint'),
  ];
  return <Note {...{ id }} words={words.filter(Boolean).join(' · ')} />;
}

const NONE = { mantissa: 0n, expo: 0 };

function awayWords(of: Subject['kind'], percent: string): string {
  const side = percent.startsWith('-') ? 'below' : 'above';
  const key = of === 'total' || of === 'holding' ? (`${side}Total` as const) : side;
  return t(`alertForm.away.${key}`, { percent: plainPercent(percent) });
}

/** When the market opens or closes; `null` if that does not matter. */
function useMarketSentence({ subject, draft }: ComposedAlert): string | null {
  const schedule = parseSchedule(subject.attributes);
  const sentence = useCorrectedClock((ms: UnixMilliseconds) => marketSentence(schedule, ms));
  const isClosed = subject.latest?.marketOpen === false && subjectOf(subject.id).kind === 'feed';
  return isClosed || draft.kind === 'market' ? sentence : null;
}

interface NoteProps {
  id: string;
  tone?: 'bad' | 'warn';
  words: string;
  children?: ReactNode;
}

function Note({ id, tone, words, children }: NoteProps) {
  return (
    <p className={styles.far} data-tone={tone}>
      <span id={id}>{words}</span> {children}
    </p>
  );
}
