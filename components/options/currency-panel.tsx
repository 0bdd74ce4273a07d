import { useMemo } from 'react';
import { currencyOfFeed, PIVOT } from '@/lib/currency/currencies.ts';
import { compareTexts, displayNames } from '@/lib/locale/format.ts';
import { t } from '@/lib/locale/t.ts';
import { catalogue } from '@/lib/storage/catalogue.ts';
import { displayCurrency } from '@/lib/storage/currency.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { SelectField } from './select-field.tsx';

const AS_QUOTED = '';

/** The currency that prices are shown in. */
export default function CurrencyPanel() {
  const chosen = useStored(displayCurrency);
  const options = useOptions(chosen ?? null);
  if (chosen === undefined) return null;
  return (
    <Panel title={t('currency.title')} hint={t('currency.hint')}>
      <SelectField
        label={t('currency.label')}
        value={chosen ?? AS_QUOTED}
        options={[{ value: AS_QUOTED, label: t('currency.asQuoted') }, ...options]}
        onChange={(value) => void displayCurrency.setValue(value === AS_QUOTED ? null : value)}
      />
    </Panel>
  );
}

/** The dollar, and every currency that the service has a feed for, by name. */
function useOptions(chosen: string | null): { value: string; label: string }[] {
  const feeds = useStored(catalogue)?.feeds;
  return useMemo(() => {
    const offered = (feeds ?? []).flatMap(
      ({ id, attributes }) => currencyOfFeed(id, attributes)?.currency ?? [],
    );
    const grams = offered.includes('XAU') ? ['XAU-g'] : [];
    // The chosen one stays even if the service has no feed for it any more.
    const codes = new Set([PIVOT, ...offered, ...grams, ...(chosen === null ? [] : [chosen])]);
    return [...codes]
      .map((value) => ({ value, label: currencyName(value) }))
      .toSorted((a, b) => compareTexts(a.label, b.label));
  }, [feeds, chosen]);
}

function currencyName(code: string): string {
  if (code === 'XAU') return t('currency.goldOunce');
  if (code === 'XAU-g') return t('currency.goldGram');
  const name = displayNames({ type: 'currency', fallback: 'none' }).of(code);
  return name === undefined ? code : `${name} (${code})`;
}
