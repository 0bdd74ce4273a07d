import { currencyLabel } from '../../../domain/currency/currencies.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { formatUnit } from '../../../base/locale/format.ts';
import { t, type PlainKey } from '../../../base/locale/t.ts';
import { z } from '../../../base/zod.ts';
import { feedName } from '../../../domain/prices/feed-name.ts';
import { alertSettings, type AlertSettings } from '../../../storage/values/alerts.ts';
import { displayCurrency } from '../../../storage/values/currency.ts';
import {
  appearance,
  backgroundUpdates,
  signatures,
  staleLimitSeconds,
} from '../../../storage/values/settings.ts';
import { listView } from '../../../storage/values/view.ts';
import { badgeFeedId } from '../../../storage/values/watchlist.ts';
import type { StoredItem } from '../../../storage/stored.ts';
import { itemsFor } from '../../../storage/table.ts';
import { turned, type Import, type PartResult } from './plan-part.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

/** Hides the value's type, which only the functions inside know. */
interface Setting {
  schema: z.ZodMiniType;
  read: (stored: StoredState) => unknown;
  /** Merging sets only what the user never changed. */
  plan: (value: unknown, context: Import) => { changed: string[]; writes: Record<string, unknown> };
}

/** @param words describes the change */
function setting<T>(item: StoredItem<T>, words: (from: T, to: T) => string[]): Setting {
  const nothing = { changed: [], writes: {} };
  return {
    schema: item.schema,
    read: (stored) => valueIn(stored, item),
    plan: (raw, { stored, mode }) => {
      if (raw === undefined || (mode === 'merge' && isOwn(stored, item))) return nothing;
      const [before, value] = [valueIn(stored, item), item.schema.parse(raw)];
      if (isDeepEqual(before, value)) return nothing;
      return { changed: words(before, value), writes: item.entry(value) };
    },
  };
}

/** By their names in the file. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  ...Object.fromEntries(
    itemsFor('backup').flatMap((item) => {
      const { key, title } = item;
      return title ? [[key, setting(item, (from, to) => genericWords(title, from, to))]] : [];
    }),
  ),
  backgroundUpdates: setting(backgroundUpdates, (from, to) =>
    step('updates.title', from, to, (value) => t(`updates.mode.${value}.title`)),
  ),
  appearance: setting(appearance, (from, to) => [
    ...step('appearance.theme.title', from.theme, to.theme, (theme) =>
      t(`appearance.theme.${theme}.title`),
    ),
    ...step('appearance.palette.title', from.palette, to.palette, (palette) =>
      t(PALETTES[palette]),
    ),
  ]),
  displayCurrency: setting(displayCurrency, (from, to) =>
    step('currency.title', from, to, currencyWords),
  ),
  staleLimitSeconds: setting(staleLimitSeconds, (from, to) =>
    step('badgeOptions.stale.limitLabel', from, to, inSeconds),
  ),
  signatures: setting(signatures, (from, to) =>
    step('signatures.title', from, to, (value) => t(`signatures.mode.${value}.title`)),
  ),
  badgeFeed: setting(badgeFeedId, (from, to) => step('badgeOptions.title', from, to, badgeWords)),
  listView: setting(listView, (from, to) => [
    ...step('popup.view.sort', from.sort, to.sort, (sort) => t(SORTS[sort])),
    ...step('popup.view.density', from.density, to.density, (value) => t(`popup.view.${value}`)),
    ...step('chart.period', from.changePeriod, to.changePeriod, (value) =>
      t(`row.period.${value}`),
    ),
    ...turned('popup.view.showConfidence', from.showsConfidence, to.showsConfidence),
    ...(from.groupId === to.groupId ? [] : [t('group.listLabel')]),
  ]),
  alerts: setting(alertSettings, alertWords),
};

/** Any setting may be missing, but unknown ones are rejected. */
export const settingsSchema = z.strictObject(mapSettings(({ schema }) => z.optional(schema)));

export function settingsPart(stored: StoredState): Record<string, unknown> {
  return mapSettings(({ read }) => read(stored));
}

export function planSettings(part: Record<string, unknown>, context: Import): PartResult {
  const plans = Object.values(mapSettings(({ plan }, name) => plan(part[name], context)));
  const changed = plans.flatMap((plan) => plan.changed);
  return {
    plan: { title: t('backup.part.settings'), added: [], removed: [], changed },
    writes: Object.assign({}, ...plans.map(({ writes }) => writes)),
  };
}

function mapSettings<T>(map: (setting: Setting, name: string) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, each]) => [name, map(each, name)]),
  );
}

const PALETTES = {
  'green-up': 'appearance.palette.greenUp.title',
  'red-up': 'appearance.palette.redUp.title',
} as const;

const SORTS = {
  hand: 'popup.view.custom',
  name: 'popup.view.name',
  change: 'popup.view.change',
  'asset-type': 'popup.view.assetType',
  value: 'popup.view.value',
  gain: 'popup.view.gain',
} as const;

function genericWords(title: PlainKey, from: unknown, to: unknown): string[] {
  if (typeof from === 'boolean') return turned(title, from, to === true);
  return typeof from === 'object' ? [t(title)] : step(title, from, to, String);
}

function step<T>(what: PlainKey, from: T, to: T, wordsOf: (value: T) => string): string[] {
  if (from === to) return [];
  return [t('backup.change.step', { what: t(what), from: wordsOf(from), to: wordsOf(to) })];
}

function inSeconds(seconds: number): string {
  return formatUnit({ seconds }, 'long');
}

function currencyWords(currency: string | null): string {
  return currency === null ? t('currency.asQuoted') : currencyLabel(currency);
}

function badgeWords(id: string | null): string {
  return id === null ? t('backup.value.firstFeed') : feedName(undefined, id).symbol;
}

function alertWords(from: AlertSettings, to: AlertSettings): string[] {
  return [
    ...turned('alerts.title', from.areOn, to.areOn),
    ...turned('notification.panel.missedLabel', from.tellsMissed, to.tellsMissed),
    ...turned('notification.panel.soundLabel', from.sound, to.sound),
    ...(isDeepEqual(from.quietHours, to.quietHours) ? [] : [t('quietHours.title')]),
  ];
}
