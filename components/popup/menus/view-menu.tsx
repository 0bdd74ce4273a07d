import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import { CHANGE_PERIODS } from '@/lib/domain/history/periods.ts';
import { listView } from '@/lib/storage/values/view.ts';
import type { ListView } from '@/lib/domain/watchlist/view.ts';
import { valuesShown } from '@/lib/storage/values/holdings.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useHasHoldings } from '../../shared/hooks/use-has-holdings.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import { Menu, MenuGroup, MenuItem, MenuSwitch } from '../../shared/menu.tsx';
import { useShownSort, useSorts } from '../list/use-shown-feeds.ts';

const SORT_NAMES: Record<ListView['sort'], PlainKey> = {
  hand: 'popup.view.custom',
  group: 'group.listLabel',
  name: 'popup.view.name',
  change: 'popup.view.change',
  value: 'popup.view.value',
};

const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly ListView['density'][];

interface MenuProps {
  opener: HTMLElement;
  onClose: () => void;
}

/** The period over which the list and the icon show changes, and how. */
export function PeriodMenu({ opener, onClose }: MenuProps) {
  const shown = useChangePeriod();
  const changeAs = useStoredPart(listView, (view) => view?.changeAs ?? 'percent');
  return (
    <Menu label={t('chart.period')} opener={opener} onClose={onClose}>
      {CHANGE_PERIODS.map((changePeriod) => (
        <MenuItem
          key={changePeriod}
          isRadio
          checked={changePeriod === shown}
          onSelect={() => change({ changePeriod })}
        >
          {t(`period.${changePeriod}`)}
        </MenuItem>
      ))}
      <MenuSwitch
        label={t('popup.view.showAs')}
        value={changeAs}
        choices={[
          ['percent', '%'],
          ['amount', t('popup.view.amount')],
        ]}
        onChange={(as) => change({ changeAs: as })}
      />
    </Menu>
  );
}

/** The order of the rows, and what they show. */
export function ViewMenu({ opener, onClose }: MenuProps) {
  const view = useStored(listView);
  const areValuesShown = useStored(valuesShown) ?? false;
  const shownSort = useShownSort();
  const sorts = useSorts();
  const hasHoldings = useHasHoldings();
  if (!view) return null;
  return (
    <Menu label={t('popup.viewButton')} opener={opener} onClose={onClose}>
      <MenuGroup label={t('popup.view.sort')}>
        {sorts.map((sort) => (
          <MenuItem
            key={sort}
            isRadio
            checked={shownSort === sort}
            onSelect={() => change({ sort })}
          >
            {t(SORT_NAMES[sort])}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSwitch
        label={t('popup.view.density')}
        value={view.density}
        choices={DENSITIES.map((density) => [density, t(`popup.view.${density}`)])}
        onChange={(density) => change({ density })}
      />
      <MenuItem
        checked={view.showsConfidence}
        onSelect={() => change({ showsConfidence: !view.showsConfidence })}
      >
        {t('popup.view.showConfidence')}
      </MenuItem>
      {hasHoldings && (
        <MenuItem
          checked={areValuesShown}
          onSelect={() => void valuesShown.setValue(!areValuesShown)}
        >
          {t('popup.view.showValues')}
        </MenuItem>
      )}
    </Menu>
  );
}

function change(part: Partial<ListView>): Promise<unknown> {
  return listView.update((before) => ({ ...before, ...part }));
}
