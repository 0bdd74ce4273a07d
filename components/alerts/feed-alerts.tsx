import { useId } from 'react';
import { toDecimalString } from '@/lib/prices/decimal.ts';
import { absoluteDecimal } from '@/lib/prices/arithmetic.ts';
import type { Distance } from '@/lib/alerts/engine/distance.ts';
import { explain } from '@/lib/alerts/text/explain.ts';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import type { AlertState } from '@/lib/alerts/model/state.ts';
import { exactFigure, plainPercent, triggerWords } from '@/lib/alerts/text/words.ts';
import { alertRules, alertSettings } from '@/lib/storage/alerts.ts';
import { useClock } from '../hooks/clock.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { routeHash } from '../shared/route.ts';
import { useStored, useStoredPart } from '../hooks/use-stored.ts';
import type { FeedCircumstances } from './alert-row.tsx';
import { capitalised } from './capitalised.ts';
import { PhaseIcon } from './icons.tsx';
import { standingOf } from './standing.ts';
import { timeWords } from './time-words.ts';
import { useAlertSample } from './use-alert-sample.ts';
import { useFeedAlerts } from './use-feed-alerts.ts';
import { useNamedFeed } from './use-named-feed.ts';
import './alerts.css';

// The alert list shows any further alerts.
const SHOWN = 5;

/** Brief list of one feed's alerts, and a link for a new one. */
export function FeedAlerts({ id }: { id: string }) {
  const rules = useStored(alertRules);
  const { attributes, name, isFollowed } = useNamedFeed(id);
  const latest = useAlertSample(id, attributes);
  const areOn = useStoredPart(alertSettings, (settings) => settings?.areOn ?? true);
  const known = useFeedAlerts([id]);
  const headingId = useId();
  if (!rules || !known) return null;

  const own = rules.filter((rule) => rule.feedId === id);
  const alerts = known.get(id);
  const feed = { areOn, latest, watch: alerts?.watch ?? null };
  return (
    // Excluded from exported pictures: alerts are private.
    <section className="feed-alerts" aria-labelledby={headingId} data-no-picture>
      <div className="feed-alerts-head">
        <h2 id={headingId}>Alerts</h2>
        <a className="alert-link" href={routeHash({ view: 'new-alert', id, level: null })}>
          <PlusIcon />
          New alert
        </a>
      </div>
      {own.length === 0 && <p className="part-hint">None on {name} yet.</p>}
      <ul>
        {own.slice(0, SHOWN).map((rule) => (
          <BriefAlert
            key={rule.id}
            rule={rule}
            state={alerts?.states[rule.id] ?? null}
            feed={feed}
            isFollowed={isFollowed}
          />
        ))}
      </ul>
      {own.length > 0 && (
        <a className="alert-link" href={routeHash({ view: 'alerts', feedId: id })}>
          {own.length > SHOWN ? `All ${own.length} alerts on ${name}` : 'State and history'}
        </a>
      )}
    </section>
  );
}

interface BriefAlertProps {
  rule: AlertRule;
  state: AlertState | null;
  feed: FeedCircumstances;
  isFollowed: boolean;
}

function BriefAlert({ rule, state, feed, isFollowed }: BriefAlertProps) {
  const now = useClock((nowMs) => nowMs);
  const { phase, distance } = explain(rule, state, { ...feed, now, formatTime: timeWords });
  const standing = standingOf(phase, feed.areOn, isFollowed);
  const remaining = distance && distanceText(distance);
  const showsDistance = remaining !== null && (phase === 'armed' || phase === 'waiting');
  return (
    <li className={`brief-alert ${standing.phase}`}>
      <a href={routeHash({ view: 'edit-alert', alertId: rule.id })}>
        <span className="phase-icon">
          <PhaseIcon phase={standing.phase} />
        </span>
        <span className="brief-words">{capitalised(triggerWords(rule.trigger))}</span>
        <small>
          {standing.word.toLowerCase()}
          {showsDistance && ` · ${remaining} away`}
        </small>
      </a>
    </li>
  );
}

function distanceText({ amount, percent }: Distance): string {
  return percent
    ? plainPercent(toDecimalString(absoluteDecimal(percent)))
    : exactFigure(absoluteDecimal(amount));
}
