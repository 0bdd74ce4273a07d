import { formatList, weekdayName } from '../../../base/locale/format.ts';
import { formatDuration } from '../../../base/locale/format-duration.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { z } from '../../../base/zod.ts';
import type { StoredItem } from '../../../storage/stored.ts';
import { itemsFor } from '../../../storage/table.ts';
import { alertSettings, type AlertSettings } from '../../../storage/values/alerts.ts';
import { signatures, staleLimitSeconds } from '../../../storage/values/settings.ts';
import type { QuietHours } from '../../../domain/alerts/model/quiet-hours.ts';
import type { Signatures } from '../../../domain/settings.ts';
import { onOrOff, valueChange, type Import, type PartResult } from './plan-part.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

/** By their names in the file: their keys, except for one. */
const SETTINGS: Readonly<Record<string, StoredItem<unknown>>> = Object.fromEntries(
  itemsFor('backup')
    .filter(({ title }) => title !== undefined)
    .map((item) => [item.key === alertSettings.key ? 'alerts' : item.key, item]),
);

/** Any setting may be missing, but unknown ones are rejected. */
export const settingsSchema = z.strictObject(mapSettings(({ schema }) => z.optional(schema)));

export function settingsPart(stored: StoredState): Record<string, unknown> {
  return mapSettings((item) => valueIn(stored, item));
}

/** Merging sets only what the user never changed. */
export function planSettings(
  part: Record<string, unknown>,
  { stored, mode }: Pick<Import, 'stored' | 'mode'>,
): PartResult {
  // First, because the review shows only so many.
  const guarded: string[] = [];
  const others: string[] = [];
  const writes: Record<string, unknown> = {};
  const notes: string[] = [];
  for (const [name, item] of Object.entries(SETTINGS)) {
    if (part[name] === undefined || (mode === 'merge' && isOwn(stored, item))) continue;
    const value = item.schema.parse(part[name]);
    const before = valueIn(stored, item);
    if (isDeepEqual(before, value)) continue;
    const words = protectionChanges(item, before, value);
    guarded.push(...words);
    if (item.title && words.length === 0) others.push(t(item.title));
    if (item.key === signatures.key && value === 'off') notes.push(t('signatures.mode.off.hint'));
    Object.assign(writes, item.entry(value));
  }
  return {
    plan: {
      title: t('backup.part.settings'),
      added: [],
      removed: [],
      changed: [...guarded, ...others],
    },
    writes,
    notes,
  };
}

/** Old and new values of settings that protect the user; empty for others. */
function protectionChanges(
  { key }: StoredItem<unknown>,
  before: unknown,
  after: unknown,
): string[] {
  switch (key) {
    case signatures.key:
      return [change(t('signatures.title'), signatures, modeWords, [before, after])];
    case staleLimitSeconds.key: {
      const name = t('badgeOptions.stale.limitLabel');
      return [change(name, staleLimitSeconds, (each) => formatDuration(each), [before, after])];
    }
    case alertSettings.key: {
      const parts: [string, (value: AlertSettings) => string][] = [
        [t('alerts.title'), ({ areOn }) => onOrOff(areOn)],
        [t('quietHours.title'), ({ quietHours }) => quietHoursWords(quietHours)],
        [t('notification.panel.soundLabel'), ({ sound }) => onOrOff(sound)],
      ];
      return parts.flatMap(([name, wordsOf]) => {
        const [was, is] = [before, after].map((value) => wordsOf(alertSettings.parse(value)));
        return was === is ? [] : [valueChange(name, was ?? '', is ?? '')];
      });
    }
    default:
      return [];
  }
}

function change<T>(
  name: string,
  { schema }: StoredItem<T>,
  wordsOf: (value: T) => string,
  [before, after]: readonly [unknown, unknown],
): string {
  return valueChange(name, wordsOf(schema.parse(before)), wordsOf(schema.parse(after)));
}

function modeWords(mode: Signatures): string {
  return t(`signatures.mode.${mode}.title`);
}

/** `22:00–07:00 (Mon and Tue)`; without the days if they begin on each. */
function quietHoursWords({ enabled, from, to, days }: QuietHours): string {
  if (!enabled || days.length === 0) return onOrOff(false);
  const names = days.toSorted((a, b) => a - b).map(weekdayName);
  return `${from}–${to}${days.length < 7 ? ` (${formatList(names, 'conjunction')})` : ''}`;
}

function mapSettings<T>(map: (item: StoredItem<unknown>) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, item]) => [name, map(item)]));
}
