import { t } from '@/lib/base/locale/t.ts';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import { useCurrencyOptions } from '../shared/hooks/use-currency-options.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { CurrencyFeedChoices } from './currency-feeds.tsx';
import { OptionsPanel } from './panel.tsx';
import { SelectField } from '../shared/select-field.tsx';

export default function CurrencyPanel() {
  const chosen = useStored(displayCurrency);
  const options = useCurrencyOptions(chosen ?? null);
  if (chosen === undefined) return null;
  return (
    <OptionsPanel title={t('currency.title')} hint={t('currency.hint')}>
      <SelectField
        label={t('currency.label')}
        value={chosen}
        options={[[null, t('currency.asQuoted')], ...options]}
        onChange={(currency) => void displayCurrency.setValue(currency)}
      />
      <CurrencyFeedChoices />
    </OptionsPanel>
  );
}
