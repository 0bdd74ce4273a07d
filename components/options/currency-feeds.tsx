import { t } from '@/lib/base/locale/t.ts';
import { currencyOfFeed, type Currency, currencyLabel } from '@/lib/domain/currency/currencies.ts';
import { feedName, shortId } from '@/lib/domain/prices/feed-name.ts';
import { pageCatalog } from '@/lib/pages/catalog.ts';
import { chosenCurrencyFeeds, currencyFeeds } from '@/lib/storage/values/currency.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import controlStyles from '../shared/control.module.css';
import { SelectField } from '../shared/select-field.tsx';

/**
 * Currencies without a built-in feed at this service. Feeds are listed with their ids, because a
 * name alone says little on another network.
 */
export function CurrencyFeedChoices() {
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
    return found ? { ...found, name: feedName(attributes, id).symbol } : [];
  });
  return (
    <>
      {open.map((currency) => {
        const own = candidates.filter((each) => each.currency === currency);
        const kept = chosen[currency];
        // Keep the chosen feed as an option, even if the list renames it.
        const feed = own.some(({ feed: { id } }) => id === kept?.id) ? undefined : kept;
        return (
          <SelectField
            key={currency}
            label={t('currency.feedLabel', { currency: currencyLabel(currency) })}
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
      })}
      <p className={controlStyles.hint}>{t('currency.feedHint')}</p>
    </>
  );
}

async function choose(
  currency: Currency,
  feed: { id: string; isInverse: boolean } | null,
): Promise<void> {
  await chosenCurrencyFeeds.update(({ [currency]: _before, ...others }) =>
    feed ? { ...others, [currency]: feed } : others,
  );
}
