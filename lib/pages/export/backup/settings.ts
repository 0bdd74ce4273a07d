import { currencyLabel } from '../../../domain/currency/currencies.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { durationFormat } from '../../../base/locale/format.ts';
import { t } from '../../../base/locale/t.ts';
import { z } from '../../../base/zod.ts';
import { feedName } from '../../../domain/prices/feed-name.ts';
import { alertSettings, type AlertSettings } from '../../../storage/values/alerts.ts';
import { badgeView } from '../../../storage/values/badge.ts';
import { displayCurrency } from '../../../storage/values/currency.ts';
import {
  appearance,
  backgroundUpdates,
  signatures,
  staleLimitSeconds,
} from '../../../storage/values/settings.ts';
import { listView, singleKeys } from '../../../storage/values/view.ts';
import { badgeFeedId } from '../../../storage/values/watchlist.ts';
import type { StoredItem } from '../../../storage/stored.ts';
import { turned, type Import, type PartResult } from './plan-part.ts';

import { isOwn, valueIn, type StoredState } from './stored-state.ts';

/** Only its own functions know the value's type. */
interface Setting {
  schema: z.ZodMiniType;
  read: (stored: StoredState) => unknown;
  /** Merging sets only what the user never changed. */
  plan: (value: unknown, context: Import) => { changed: string[]; writes: Record<string, unknown> };
}

/** @param words describe the change */
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
  backgroundUpdates: setting(backgroundUpdates, (from, to) =>
    step('updates', from, to, (value) => t(`updates.mode.${value}.title`)),
  ),
  appearance: setting(appearance, (from, to) => [
    ...step('theme', from.theme, to.theme, (theme) => t(`appearance.theme.${theme}.title`)),
    ...step('palette', from.palette, to.palette, (palette) => t(PALETTES[palette])),
  ]),
  displayCurrency: setting(displayCurrency, (from, to) =>
    step('currency', from, to, currencyWords),
  ),
  staleLimitSeconds: setting(staleLimitSeconds, (from, to) => step('stale', from, to, inSeconds)),
  signatures: setting(signatures, (from, to) =>
    step('signatures', from, to, (value) => t(`signatures.mode.${value}.title`)),
  ),
  badgeFeed: setting(badgeFeedId, (from, to) => step('badge', from, to, badgeWords)),
  badgeView: setting(badgeView, () => [t('backup.change.badgeView')]),
  listView: setting(listView, (from, to) => [
    ...step('sort', from.sort, to.sort, (sort) => t(SORTS[sort])),
    ...step('density', from.density, to.density, (value) => t(`popup.view.${value}`)),
    ...step('period', from.changePeriod, to.changePeriod, (value) =>
      t(`backup.value.period.${value}`),
    ),
    ...turned('confidence', from.showsConfidence, to.showsConfidence),
    ...(from.groupId === to.groupId ? [] : [t('backup.change.group')]),
  ]),
  singleKeys: setting(singleKeys, (was, is) => turned('singleKeys', was, is)),
  alerts: setting(alertSettings, alertWords),
};

/** Any may be missing, and none may be unknown. */
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

type Step =
  | 'theme'
  | 'palette'
  | 'currency'
  | 'updates'
  | 'stale'
  | 'signatures'
  | 'badge'
  | 'sort'
  | 'density'
  | 'period';

function step<T>(what: Step, from: T, to: T, wordsOf: (value: T) => string): string[] {
  if (from === to) return [];
  return [t(`backup.change.${what}`, { from: wordsOf(from), to: wordsOf(to) })];
}

function inSeconds(seconds: number): string {
  return durationFormat({ style: 'long' }).format({ seconds });
}

function currencyWords(currency: string | null): string {
  return currency === null ? t('currency.asQuoted') : currencyLabel(currency);
}

function badgeWords(id: string | null): string {
  return id === null ? t('backup.value.firstFeed') : feedName(undefined, id).symbol;
}

function alertWords(from: AlertSettings, to: AlertSettings): string[] {
  return [
    ...turned('alerts', from.areOn, to.areOn),
    ...turned('missed', from.tellsMissed, to.tellsMissed),
    ...turned('sound', from.sound, to.sound),
    ...(isDeepEqual(from.quietHours, to.quietHours) ? [] : [t('backup.change.quietHours')]),
  ];
}
