import { currencyLabel } from '../../../domain/currency/currency-label.ts';
import { isDeepEqual } from '../../../base/deep-equal.ts';
import { durationFormat } from '../../../base/locale/format.ts';
import { t } from '../../../base/locale/t.ts';
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
import type { Backup } from './format.ts';
import { turned, type Import, type PartResult } from './plan-part.ts';
import { isOwn, valueIn } from './stored-state.ts';

/** What an import does to the settings. Merging sets only those that the user never changed. */
export function planSettings(
  part: NonNullable<Backup['settings']>,
  { stored, mode }: Import,
): PartResult {
  const changed: string[] = [];
  const writes = {};
  const apply = <T>(item: StoredItem<T>, value: T | undefined, words: Words<T>): void => {
    if (value === undefined || (mode === 'merge' && isOwn(stored, item))) return;
    const before = valueIn(stored, item);
    if (isDeepEqual(before, value)) return;
    Object.assign(writes, item.entry(value));
    changed.push(...words(before, value));
  };
  apply(appearance, part.appearance, (from, to) => [
    ...step('theme', from.theme, to.theme, (theme) => t(`appearance.theme.${theme}.title`)),
    ...step('palette', from.palette, to.palette, (palette) => t(PALETTES[palette])),
  ]);
  apply(displayCurrency, part.displayCurrency, (from, to) =>
    step('currency', from, to, currencyWords),
  );
  apply(backgroundUpdates, part.backgroundUpdates, (from, to) =>
    step('updates', from, to, (value) => t(`updates.mode.${value}.title`)),
  );
  apply(staleLimitSeconds, part.staleLimitSeconds, (from, to) =>
    step('stale', from, to, inSeconds),
  );
  apply(signatures, part.signatures, (from, to) =>
    step('signatures', from, to, (value) => t(`signatures.mode.${value}.title`)),
  );
  apply(badgeFeedId, part.badgeFeed, (from, to) => step('badge', from, to, badgeWords));
  apply(badgeView, part.badgeView, () => [t('backup.change.badgeView')]);
  apply(listView, part.listView, (from, to) => [
    ...step('sort', from.sort, to.sort, (sort) => t(SORTS[sort])),
    ...step('density', from.density, to.density, (value) => t(`popup.view.${value}`)),
    ...step('period', from.changePeriod, to.changePeriod, (value) =>
      t(`backup.value.period.${value}`),
    ),
    ...(from.groupId === to.groupId ? [] : [t('backup.change.group')]),
  ]);
  apply(singleKeys, part.singleKeys, (was, is) => turned('singleKeys', was, is));
  apply(alertSettings, part.alerts, alertWords);
  return { plan: { title: t('backup.part.settings'), added: [], removed: [], changed }, writes };
}

type Words<T> = (from: T, to: T) => string[];

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
