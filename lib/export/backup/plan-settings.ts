import { isDeepEqual } from '../../deep-equal.ts';
import { feedName } from '../../prices/feed-name.ts';
import { alertSettings, type AlertSettings } from '../../storage/alerts.ts';
import {
  appearance,
  backgroundUpdates,
  signatures,
  staleLimitSeconds,
} from '../../storage/settings.ts';
import { listView } from '../../storage/view.ts';
import { badgeFeedId } from '../../storage/watchlist.ts';
import type { StoredItem } from '../../storage/stored-item.ts';
import type { Backup } from './format.ts';
import { partResult, type ImportMode, type PartResult } from './plan-part.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

/** What an import does to the settings. Merging sets only those that the user never changed. */
export function planSettings(
  stored: StoredState,
  part: NonNullable<Backup['settings']>,
  mode: ImportMode,
): PartResult {
  const result = partResult('Settings');
  const apply = <T>(item: StoredItem<T>, value: T | undefined, words: Words<T>): void => {
    if (value === undefined || (mode === 'merge' && isOwn(stored, item))) return;
    const before = valueIn(stored, item);
    if (isDeepEqual(before, value)) return;
    Object.assign(result.writes, item.entry(value));
    result.plan.changed.push(...words(before, value));
  };
  apply(appearance, part.appearance, (from, to) => [
    ...step('Theme', from.theme, to.theme),
    ...step('Colours of rise and fall', from.palette, to.palette),
  ]);
  apply(backgroundUpdates, part.backgroundUpdates, (from, to) =>
    step('Background updates', from, to),
  );
  apply(staleLimitSeconds, part.staleLimitSeconds, (from, to) =>
    step('Stale after', `${from} s`, `${to} s`),
  );
  apply(signatures, part.signatures, (from, to) => step('Signatures', from, to));
  apply(badgeFeedId, part.badgeFeed, (from, to) => step('Badge', badgeWords(from), badgeWords(to)));
  apply(listView, part.listView, (from, to) => [
    ...step('Sorted by', from.sort, to.sort),
    ...step('Density', from.density, to.density),
    ...step('Change since', from.changePeriod, to.changePeriod),
    ...(from.groupId === to.groupId ? [] : ['Selected tab']),
  ]);
  apply(alertSettings, part.alerts, alertWords);
  return result;
}

type Words<T> = (from: T, to: T) => string[];

function step(what: string, from: string, to: string): string[] {
  return from === to ? [] : [`${what}: ${from} → ${to}`];
}

function badgeWords(id: string | null): string {
  return id === null ? 'first of the watchlist' : feedName(undefined, id).symbol;
}

function alertWords(from: AlertSettings, to: AlertSettings): string[] {
  return [
    ...step('Alerts', onOff(from.areOn), onOff(to.areOn)),
    ...step('Summary of what was missed', onOff(from.tellsMissed), onOff(to.tellsMissed)),
    ...step('Sound', onOff(from.sound), onOff(to.sound)),
    ...(isDeepEqual(from.quietHours, to.quietHours) ? [] : ['Quiet hours']),
  ];
}

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
