import { CHANGE_PERIODS } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { useChangePeriod } from '../hooks/use-change-period.ts';
import { Menu, MenuItem } from '../shared/menu.tsx';

/** Chooses the period for price changes. */
export function PeriodMenu({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
  const shown = useChangePeriod();
  return (
    <Menu label={t('popup.periodLabel')} opener={opener} onClose={onClose}>
      {CHANGE_PERIODS.map((period) => (
        <MenuItem
          key={period}
          isRadio
          checked={period === shown}
          onSelect={() => {
            onClose();
            void listView.update((view) => ({ ...view, changePeriod: period }));
          }}
        >
          {t(`row.changeOver.${period}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
