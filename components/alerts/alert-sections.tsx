import { useId, useState, type ReactNode } from 'react';
import { distanceTo } from '@/lib/domain/alerts/engine/distance.ts';
import { stateOf, type FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { needsReset, phaseOf } from '@/lib/domain/alerts/model/phase.ts';
import { toExactPrice } from '@/lib/domain/alerts/model/price.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import type { AlertState } from '@/lib/domain/alerts/model/state.ts';
import { feedOf, subjectOf } from '@/lib/domain/holdings/subject.ts';
import { absoluteDecimal, compareDecimals } from '@/lib/domain/prices/arithmetic.ts';
import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { alertRules, alertSettings } from '@/lib/storage/values/alerts.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/base/units.ts';
import { Button } from '../shared/button.tsx';
import { useMinute } from '../shared/hooks/clock.ts';
import { useQuotedStore, type PriceStore } from '../shared/hooks/use-latest-price.ts';
import { useStored, useStoredPart } from '../shared/hooks/use-stored.ts';
import { AlertRow } from './alert-row.tsx';
import { NoAlerts } from './no-alerts.tsx';
import { useFeedAlerts } from './use-feed-alerts.ts';
import { useNeeds } from './use-needs.ts';
import styles from './alerts.module.css';

// Limited, because every visible alert updates once a second.
const PAGE = 50;
/** An alert is added before its list is opened. */
const JUST_NOW_MS = 2_000;

const SECTIONS = ['active', 'later', 'idle'] as const;
type SectionName = (typeof SECTIONS)[number];

interface AlertSectionsProps {
  /** `null`: alerts of all feeds. */
  feedId: FeedId | null;
  /** Shown below the alerts, so as not to push them down. */
  children: ReactNode;
}

/** Active alerts, the closest first; those that will be active again; those that don't run. */
export function AlertSections({ feedId, children }: AlertSectionsProps) {
  const rules = useStored(alertRules);
  const followed = useStored(watchlist);
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? true);
  const [count, setCount] = useState(PAGE);
  const [openedAt] = useState(() => Date.now());
  const nowMs = useMinute() * 1_000;
  const needOf = useNeeds();
  const own = (rules ?? []).filter((rule) => feedId === null || feedOf(rule.feedId) === feedId);
  const matching = own.filter((rule) => needOf(rule) === null);
  const shown = matching.slice(0, count);
  const known = useFeedAlerts([...new Set(shown.map((rule) => rule.feedId))]);
  const placed = usePlaced(shown, known);
  if (!rules || !followed || !known) return null;

  const stateIn = (rule: AlertRule): AlertState | null =>
    stateOf(rule.id, known.get(rule.feedId)?.states ?? {});
  const sectionOf = (rule: AlertRule): SectionName => {
    const id = feedOf(rule.feedId);
    const isFollowed = id === null || followed.includes(id);
    return isFollowed ? sectionOfRule(rule, stateIn(rule), nowMs) : 'idle';
  };
  // A row that the user turns off or snoozes stays under the pointer.
  const bySection = Map.groupBy(placed, ({ rule, before }) => sectionOf({ ...rule, ...before }));
  return (
    <>
      {own.length === 0 && <NoAlerts feedId={feedId} />}
      {SECTIONS.map((name) => (
        <Section
          key={name}
          title={t(`alerts.section.${name === 'active' && !areOn ? 'off' : name}`)}
          isHidden={!bySection.has(name)}
        >
          {bySection.get(name)?.map(({ rule }) => (
            <AlertRow
              key={rule.id}
              rule={rule}
              state={stateIn(rule)}
              known={known.get(rule.feedId)}
              isIdle={!areOn || sectionOf(rule) === 'idle'}
              isNew={rule.armedAt > openedAt - JUST_NOW_MS}
            />
          ))}
        </Section>
      ))}
      {matching.length > count && (
        <Button className={styles.more} onClick={() => setCount(count + PAGE)}>
          {t('alerts.showMoreButton', {
            shown: formatCount(Math.min(PAGE, matching.length - count)),
            total: formatCount(matching.length),
          })}
        </Button>
      )}
      {children}
    </>
  );
}

interface SectionProps {
  title: string;
  isHidden?: boolean;
  /** List items. */
  children: ReactNode;
}

export function Section({ title, isHidden = false, children }: SectionProps) {
  const id = useId();
  if (isHidden) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  );
}

function sectionOfRule(
  rule: AlertRule,
  state: AlertState | null,
  now: UnixMilliseconds,
): SectionName {
  const phase = phaseOf(rule, state, now);
  if (phase === 'cooling' || (phase === 'waiting' && needsReset(rule, state))) return 'later';
  return phase === 'armed' || phase === 'waiting' ? 'active' : 'idle';
}

type Known = ReadonlyMap<string, FeedAlerts> | undefined;

interface Placed {
  rule: AlertRule;
  /** What the user can change in the row, as it was when the rows were placed. */
  before: Pick<AlertRule, 'enabled' | 'snoozedUntil'>;
}

/** The closest first. A price that moves changes no row's place; a new alert does. */
function usePlaced(rules: readonly AlertRule[], known: Known): readonly Placed[] {
  const store = useQuotedStore();
  const ids = rules.map(({ id, trigger }) => id + JSON.stringify(trigger));
  const key = `${known !== undefined} ${ids.join()}`;
  const [placed, setPlaced] = useState({ key: '', order: new Map<string, Placed['before']>() });
  if (placed.key !== key) {
    const sorted = rules
      .map((rule) => ({ rule, distance: distanceOf(rule, known, store) }))
      .toSorted((a, b) => compareDistances(a.distance, b.distance));
    const entries = sorted.map(({ rule: { id, enabled, snoozedUntil } }) => {
      return [id, { enabled, snoozedUntil }] as const;
    });
    setPlaced({ key, order: new Map(entries) });
  }
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return [...placed.order].flatMap(([id, before]) => {
    const rule = byId.get(id);
    return rule ? [{ rule, before }] : [];
  });
}

/** In percent; `null`: not known. */
function distanceOf(rule: AlertRule, known: Known, store: PriceStore): Decimal | null {
  const subject = subjectOf(rule.feedId);
  const price = subject.kind === 'feed' ? store.read(subject.feedId)?.price : undefined;
  const exact = price && toExactPrice({ ...price, marketOpen: true, stale: false });
  const state = stateOf(rule.id, known?.get(rule.feedId)?.states ?? {});
  const percent = exact && distanceTo(rule, state, exact)?.percent;
  return percent ? absoluteDecimal(percent) : null;
}

function compareDistances(a: Decimal | null, b: Decimal | null): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return compareDecimals(a, b);
}
