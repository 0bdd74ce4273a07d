import { lazy, Suspense, useState } from 'react';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { CopyIcon, DeleteIcon, ExportIcon, HoldingIcon } from '../shared/later-icons.tsx';
import { MenuButton } from '../shared/menu-button.tsx';
import { MenuItem } from '../shared/menu.tsx';
import { copyText } from '../shared/copy.tsx';

const HoldingSheet = lazy(() => import('../holdings/holding-sheet.tsx'));

interface DetailMenuProps {
  id: FeedId;
  symbol: string;
  attributes: FeedAttributes;
  onExport: () => void;
  /** Removes the feed from the watchlist; `null` if it is not there. */
  onRemove: (() => Promise<void>) | null;
}

/** A button that opens the menu of a feed's further actions. */
export function DetailMenu(props: DetailMenuProps) {
  const { id, symbol } = props;
  const [isHolding, setHolding] = useState(false);
  return (
    <>
      <MenuButton name={symbol}>
        <MenuItems {...props} onHolding={() => setHolding(true)} />
      </MenuButton>
      <Suspense>{isHolding && <HoldingSheet id={id} onClose={() => setHolding(false)} />}</Suspense>
    </>
  );
}

interface MenuItemsProps extends DetailMenuProps {
  onHolding: () => void;
}

function MenuItems(props: MenuItemsProps) {
  const { id, symbol, attributes, onExport, onRemove, onHolding } = props;
  const price = useLatestPrice(id)?.price;
  const exact = price && toDecimal(price.price, price.expo);
  return (
    <>
      {exact && (
        <MenuItem icon={<CopyIcon />} onSelect={() => copyText(toDecimalString(exact))}>
          {t('detail.copyPriceButton')}
        </MenuItem>
      )}
      <MenuItem icon={<CopyIcon />} onSelect={() => copyText(symbol)}>
        {t('detail.copySymbolButton')}
      </MenuItem>
      {onRemove && heldCurrency(attributes) !== null && (
        <MenuItem icon={<HoldingIcon />} onSelect={onHolding}>
          {t('holding.menuItem')}
        </MenuItem>
      )}
      <MenuItem icon={<ExportIcon />} onSelect={onExport}>
        {t('export.openButton')}
      </MenuItem>
      {onRemove && (
        <>
          <div role="separator" />
          <MenuItem icon={<DeleteIcon />} isDestructive onSelect={onRemove}>
            {t('row.menu.remove')}
          </MenuItem>
        </>
      )}
    </>
  );
}
