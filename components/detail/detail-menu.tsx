import { lazy, Suspense, useState } from 'react';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toDecimal, toDecimalString } from '@/lib/domain/prices/decimal.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { IconButton } from '../shared/button.tsx';
import { MoreIcon } from '../shared/icons.tsx';
import { CopyIcon, DeleteIcon, ExportIcon, HoldingIcon } from '../shared/later-icons.tsx';
import { Menu, MenuItem } from '../shared/menu.tsx';
import { copyText } from './copy-text.ts';

const FeedExportDialog = lazy(() => import('../export/feed-export-dialog.tsx'));
const HoldingDialog = lazy(() => import('../holdings/holding-dialog.tsx'));

interface DetailMenuProps {
  id: FeedId;
  symbol: string;
  attributes: FeedAttributes;
  /** Removes the feed from the watchlist; `null`: it is not there. */
  onRemove: (() => Promise<void>) | null;
}

/** A button that opens the menu of a feed's further actions. */
export function DetailMenu(props: DetailMenuProps) {
  const { id, symbol } = props;
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'export' | 'holding' | null>(null);
  const label = t('row.menuLabel', { name: symbol });
  const close = (): void => {
    setOpener(null);
    opener?.focus();
  };
  return (
    <>
      <IconButton
        label={label}
        title={t('row.menuHint')}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={(event) => setOpener(opener ? null : event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      {opener && (
        <Menu label={label} opener={opener} onClose={close}>
          <MenuItems {...props} onClose={close} onDialog={setDialog} />
        </Menu>
      )}
      <Suspense>
        {dialog === 'export' && (
          <FeedExportDialog id={id} symbol={symbol} onClose={() => setDialog(null)} />
        )}
        {dialog === 'holding' && <HoldingDialog id={id} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

interface MenuItemsProps extends DetailMenuProps {
  onClose: () => void;
  onDialog: (dialog: 'export' | 'holding') => void;
}

function MenuItems({ id, symbol, attributes, onRemove, onClose, onDialog }: MenuItemsProps) {
  const price = useLatestPrice(id)?.price;
  const exact = price && toDecimal(price.price, price.expo);
  const closeAndRun = (action: () => unknown) => (): void => {
    onClose();
    action();
  };
  return (
    <>
      {exact && (
        <MenuItem
          icon={<CopyIcon />}
          onSelect={closeAndRun(() => copyText(toDecimalString(exact)))}
        >
          {t('detail.copyPriceButton')}
        </MenuItem>
      )}
      <MenuItem icon={<CopyIcon />} onSelect={closeAndRun(() => copyText(symbol))}>
        {t('detail.copySymbolButton')}
      </MenuItem>
      {onRemove && heldCurrency(attributes) !== null && (
        <MenuItem icon={<HoldingIcon />} onSelect={closeAndRun(() => onDialog('holding'))}>
          {t('holding.menuItem')}
        </MenuItem>
      )}
      <MenuItem icon={<ExportIcon />} onSelect={closeAndRun(() => onDialog('export'))}>
        {t('export.openButton')}
      </MenuItem>
      {onRemove && (
        <>
          <div role="separator" />
          <MenuItem icon={<DeleteIcon />} isDestructive onSelect={closeAndRun(onRemove)}>
            {t('row.menu.remove')}
          </MenuItem>
        </>
      )}
    </>
  );
}
