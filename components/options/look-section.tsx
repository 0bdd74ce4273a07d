import { currencyOfFeed, type Currency } from '@/lib/domain/currency/currencies.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import { feedSymbol, shortId } from '@/lib/domain/prices/feed-name.ts';
import type { Appearance } from '@/lib/domain/settings.ts';
import { t } from '@/lib/base/locale/t.ts';
import { pageCatalog } from '@/lib/pages/catalog.ts';
import {
  chosenCurrencyFeeds,
  currencyFeeds,
  displayCurrency,
} from '@/lib/storage/values/currency.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import { OptionRow } from '../shared/field.tsx';
import { useCurrencyOptions } from '../shared/hooks/use-currency-options.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Segments } from '../shared/segments.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { RadioCards } from './radio-cards.tsx';
import styles from './options.module.css';

const THEMES = ['system', 'light', 'dark'] as const;

const PALETTES = [
  ['green-up', 'greenUp'],
  ['red-up', 'redUp'],
  ['blue-up', 'blueUp'],
] as const;

export function LookSection() {
  const chosen = useStored(appearance);
  if (!chosen) return null;
  return (
    <>
      <OptionRow label={t('appearance.theme.title')}>
        <Segments
          label={t('appearance.theme.title')}
          value={chosen.theme}
          options={THEMES.map((theme) => [theme, t(`appearance.theme.${theme}.title`)])}
          onChange={(theme) => change({ theme })}
        />
      </OptionRow>
      <OptionRow label={t('appearance.palette.title')}>
        <RadioCards
          label={t('appearance.palette.title')}
          cards={PALETTES.map(([palette, name]) => ({
            value: palette,
            title: t(`appearance.palette.${name}.title`),
            sample: <Sample of={palette} />,
          }))}
          value={chosen.palette}
          onChange={(palette) => change({ palette })}
        />
      </OptionRow>
      <CurrencyField />
      <CurrencyFeedFields />
    </>
  );
}

function change(part: Partial<Appearance>): void {
  void appearance.update((before) => ({ ...before, ...part }));
}

const RISE = { mantissa: 120n, expo: -2 };
const FALL = { mantissa: -85n, expo: -2 };

function Sample({ of }: { of: Appearance['palette'] }) {
  return (
    <span className={styles.palette} data-palette={of} aria-hidden="true">
      <span dir="ltr">▲ {formatPercent(RISE)}</span>
      <span dir="ltr">▼ {formatPercent(FALL)}</span>
    </span>
  );
}

function CurrencyField() {
  const chosen = useStored(displayCurrency);
  const options = useCurrencyOptions(chosen ?? null);
  if (chosen === undefined) return null;
  return (
    <SelectField
      label={t('currency.label')}
      hint={t('currency.hint')}
      value={chosen}
      options={[[null, t('currency.asQuoted')], ...options]}
      onChange={(currency) => void displayCurrency.setValue(currency)}
    />
  );
}

/**
 * Currencies without a built-in feed at this service. Feeds are listed with their ids, because a
 * name alone says little on another network.
 */
function CurrencyFeedFields() {
  const feeds = useStored(currencyFeeds) ?? {};
  const chosen = useStored(chosenCurrencyFeeds);
  const missing = useStored(missingFeeds) ?? {};
  const offered = useStored(pageCatalog)?.feeds ?? [];
  const open = Object.entries(feeds).flatMap(([currency, feed]) =>
    !feed || chosen?.[currency] || missing[feed.id] === 'unknown' ? currency : [],
  );
  if (!chosen || open.length === 0) return null;
  const candidates = offered.flatMap(({ id, attributes }) => {
    const found = currencyOfFeed(id, attributes);
    return found ? { ...found, name: feedSymbol(attributes, id) } : [];
  });
  return open.map((currency) => {
    const own = candidates.filter((each) => each.currency === currency);
    const kept = chosen[currency];
    // Keep the chosen feed as an option, even if the list renames it.
    const feed = own.some(({ feed: { id } }) => id === kept?.id) ? undefined : kept;
    return (
      <SelectField
        key={currency}
        label={t('currency.feedLabel', { currency: currencyLabel(currency) })}
        hint={t('currency.feedHint')}
        value={kept?.id ?? null}
        options={[
          [null, t('currency.feedNotChosen')],
          ...(feed ? [[feed.id, shortId(feed.id)] as const] : []),
          ...own.map(({ feed: { id }, name }) => [id, `${name} · ${shortId(id)}`] as const),
        ]}
        onChange={(id) =>
          void choose(currency, own.find((each) => each.feed.id === id)?.feed ?? null)
        }
      />
    );
  });
}

async function choose(
  currency: Currency,
  feed: { id: string; isInverse: boolean } | null,
): Promise<void> {
  await chosenCurrencyFeeds.update(({ [currency]: _before, ...others }) =>
    feed ? { ...others, [currency]: feed } : others,
  );
}
