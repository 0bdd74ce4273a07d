import { useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { displayCurrency } from '@/lib/storage/values/currency.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { setGroupCurrency } from '@/lib/pages/watchlist/groups.ts';
import { longCurrencyName, useCurrencyOptions } from '../hooks/use-currency-options.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { closeDialog } from '../shared/dialog.tsx';
import { SmallDialog } from '../shared/small-dialog.tsx';
import styles from '../shared/small-dialog.module.css';

const AS_LIST = 'list';
const AS_QUOTED = '';

interface GroupCurrencyDialogProps {
  group: Group;
  onClose: () => void;
}

/** Asks for the currency of a group. A choice applies at once, so that its rows show it. */
export default function GroupCurrencyDialog({ group, onClose }: GroupCurrencyDialogProps) {
  const id = useId();
  return (
    <SmallDialog title={t('group.currency.title', { group: group.name })} onClose={onClose}>
      <label htmlFor={id}>{t('currency.label')}</label>
      <CurrencySelect id={id} group={group} />
      <p id={`${id}-note`} className={styles.note}>
        {t('group.currency.hint')}
      </p>
      <div className={styles.buttons}>
        <Button kind="primary" onClick={({ currentTarget }) => closeDialog(currentTarget)}>
          {t('common.closeButton')}
        </Button>
      </div>
    </SmallDialog>
  );
}

function CurrencySelect({ id, group }: { id: string; group: Group }) {
  const ofList = useStored(displayCurrency) ?? null;
  const options = useCurrencyOptions(group.currency ?? null);
  const inList = ofList === null ? t('currency.asQuoted') : longCurrencyName(ofList);
  return (
    <select
      id={id}
      className={controlStyles.control}
      aria-describedby={`${id}-note`}
      value={group.currency === undefined ? AS_LIST : (group.currency ?? AS_QUOTED)}
      onChange={({ currentTarget: { value } }) => void setGroupCurrency(group.id, chosen(value))}
    >
      <option value={AS_LIST}>{t('group.currency.asList', { currency: inList })}</option>
      <option value={AS_QUOTED}>{t('currency.asQuoted')}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function chosen(value: string): string | null | undefined {
  if (value === AS_LIST) return undefined;
  return value === AS_QUOTED ? null : value;
}
