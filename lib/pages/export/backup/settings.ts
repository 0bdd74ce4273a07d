import { isDeepEqual } from '../../../base/deep-equal.ts';
import { t } from '../../../base/locale/t.ts';
import { z } from '../../../base/zod.ts';
import type { StoredItem } from '../../../storage/stored.ts';
import { itemsFor } from '../../../storage/table.ts';
import { alertSettings } from '../../../storage/values/alerts.ts';
import { signatures } from '../../../storage/values/settings.ts';
import type { Import, PartResult } from './plan-part.ts';
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
  const changed: string[] = [];
  const writes: Record<string, unknown> = {};
  const notes: string[] = [];
  for (const [name, item] of Object.entries(SETTINGS)) {
    if (part[name] === undefined || (mode === 'merge' && isOwn(stored, item))) continue;
    const value = item.schema.parse(part[name]);
    if (isDeepEqual(valueIn(stored, item), value)) continue;
    if (item.title) changed.push(t(item.title));
    if (item.key === signatures.key && value === 'off') notes.push(t('signatures.mode.off.hint'));
    Object.assign(writes, item.entry(value));
  }
  return {
    plan: { title: t('backup.part.settings'), added: [], removed: [], changed },
    writes,
    notes,
  };
}

function mapSettings<T>(map: (item: StoredItem<unknown>) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, item]) => [name, map(item)]));
}
