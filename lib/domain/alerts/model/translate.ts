// Turns what version 0.2.0 stored about alerts into today's shape. It had more kinds of alerts and
// more options; see the changelog. Values that don't look like its own are returned unchanged.
import { isMap } from '../../../base/is-map.ts';
import { watchingOf } from './phase.ts';
import { alertRuleSchema } from './rule.ts';

/**
 * A rule without a confirmation time, a reset distance and the full interval, so it fires at least
 * whenever it did before. One of a kind that no longer exists is kept, turned off.
 */
export function translateRule(old: unknown): unknown {
  if (!isMap(old)) return old;
  const {
    rearmBandPercent: _,
    confirmationSeconds: __,
    certain: ___,
    onlyWhileOpen: ____,
    ...kept
  } = old;
  const trigger = translateTrigger(old['trigger']);
  const isRetired = isMap(trigger) && trigger['kind'] === 'retired';
  return {
    ...kept,
    trigger,
    ...('repeat' in old && { repeat: translateRepeat(old['repeat']) }),
    ...(isRetired && { enabled: false }),
  };
}

function translateTrigger(old: unknown): unknown {
  if (!isMap(old)) return old;
  switch (old['kind']) {
    case 'is':
      return { kind: 'crosses', direction: old['side'], level: old['level'], alsoIfThere: true };
    case 'moves':
      return translateMove(old);
    case 'deviates-from-ema':
      return retired('average', old['percent']);
    case 'confidence-wider':
      return retired('confidence', old['basisPoints']);
    default:
      return old;
  }
}

function translateMove(old: Record<string, unknown>): unknown {
  const { since, ...kept } = old;
  if (!isMap(since)) return old;
  if (since['from'] === 'window') return { ...kept, withinSeconds: since['seconds'] };
  const by = isMap(old['by']) ? old['by'] : {};
  return retired(`${by['unit'] === 'value' ? 'value' : 'percent'}-since-last`, by['amount']);
}

function retired(was: string, figure: unknown): unknown {
  return { kind: 'retired', was, figure };
}

/** The next shorter of today's intervals, so that no firing is lost. */
function translateRepeat(old: unknown): unknown {
  if (!isMap(old) || old['mode'] !== 'repeating') return old;
  const seconds = Number(old['cooldownSeconds']);
  const cooldownSeconds = seconds >= 86_400 ? 86_400 : seconds >= 3_600 ? 3_600 : 60;
  return { ...old, cooldownSeconds };
}

/** A state that still belongs to its translated rule: a one-time alert that fired stays so. */
export function translateState(old: unknown): unknown {
  if (!isMap(old)) return old;
  const watched = readWatching(old['watching']);
  if (watched === null) return old;
  const { was, rule } = watched;
  const { recent: _, suspended: __, watchesSince: ___, unreported: ____, ...kept } = old;
  return {
    ...kept,
    watching: watchingOf(rule),
    tracker: translateTracker(old['tracker'], was),
  };
}

/** A state named its rule by the rule's parts, as text. */
function readWatching(text: unknown) {
  const parts = parseList(text);
  if (parts?.length !== 8) return null;
  const [feedId, was, repeat] = parts;
  const raw = { id: 'old', feedId, trigger: was, repeat, armedAt: parts[7] };
  const { success, data } = alertRuleSchema.safeParse(translateRule(raw));
  return success && isMap(was) ? { was, rule: data } : null;
}

function parseList(text: unknown): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(String(text));
    return Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function translateTracker(old: unknown, was: Record<string, unknown>): unknown {
  if (!isMap(old)) return old;
  const { kind, needsBand } = old;
  if (kind === 'crossing') return { kind, seen: old['seen'], needsReset: needsBand };
  if (kind === 'move') return { kind, ...(isMap(old['window']) && old['window']) };
  if (kind !== 'condition') return old;
  return was['kind'] === 'stale-while-open'
    ? { kind: 'stale', since: old['confirming'], hasFired: needsBand }
    : { kind: 'crossing', seen: null, needsReset: needsBand };
}

/** `null` for a firing of a kind that no longer exists. */
export function translateFiring(old: unknown): unknown {
  if (!isMap(old) || !isMap(old['what'])) return old;
  const { what } = old;
  if (what['kind'] === 'deviates-from-ema' || what['kind'] === 'confidence-wider') return null;
  return {
    ...old,
    ...('delivered' in old && { delivered: translateDelivery(old['delivered']) }),
    what: what['kind'] === 'is' ? eventThere(what) : what,
  };
}

function translateDelivery(old: unknown): unknown {
  return DELIVERIES[String(old)] ?? old;
}

const DELIVERIES: Readonly<Record<string, string>> = {
  notification: 'notified',
  merged: 'notified',
  digest: 'notified',
  summary: 'notified',
  held: 'pending',
  badge: 'silent',
  unreported: 'silent',
};

function eventThere({ side, ...what }: Record<string, unknown>): unknown {
  return { ...what, kind: 'crosses', direction: side, wasThere: true };
}

export function translateAbsences(old: unknown): unknown {
  if (!isMap(old)) return old;
  const translated = Object.entries(old).map(([id, absence]) => {
    if (!isMap(absence) || !Array.isArray(absence['alerts'])) return [id, absence] as const;
    const alerts = absence['alerts'].map((alert: unknown) =>
      isMap(alert)
        ? {
            ...alert,
            before: translateState(alert['before']),
            missed: translateFiring(alert['missed']),
          }
        : alert,
    );
    return [id, { ...absence, alerts }] as const;
  });
  return Object.fromEntries(translated);
}
