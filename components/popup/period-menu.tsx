import { t } from '@/lib/locale/t.ts';
import { listView, type ChangePeriod } from '@/lib/storage/view.ts';
import { useChangePeriod } from '../hooks/use-change-period.ts';
import { Menu, MenuItem } from '../shared/menu.tsx';

const PERIODS = ['1h', '24h', '7d'] as const satisfies readonly ChangePeriod[];

/** Chooses the period for price changes. */
export function PeriodMenu({ opener, onClose }: { opener: HTMLElement; onClose: () => void }) {
  const shown = useChangePeriod();
  return (
    <Menu label={t('popup.periodLabel')} opener={opener} onClose={onClose}>
      {PERIODS.map((period) => (
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
