import { t } from '@/lib/base/locale/t.ts';
import { isInSidePanel } from '@/lib/pages/open-page.ts';
import { hasSidePanel, openInSidePanel, openInTab } from '@/lib/pages/places.ts';
import { useIsWide } from '../shared/hooks/use-is-wide.ts';
import { ExternalLinkIcon, SidePanelIcon } from '../shared/later-icons.tsx';
import { MenuItem } from '../shared/menu.tsx';

/** Menu items that open this page in the other places it can be in. */
export function PlaceItems({ close }: { close: () => void }) {
  const isWide = useIsWide();
  const closeAndRun = (open: () => Promise<void>) => (): void => {
    close();
    void open();
  };
  return (
    <>
      {/* Only a tab is as wide. */}
      {!isWide && (
        <MenuItem icon={<ExternalLinkIcon />} onSelect={closeAndRun(openInTab)}>
          {t('popup.view.openInTab')}
        </MenuItem>
      )}
      {hasSidePanel() && !isInSidePanel() && (
        <MenuItem icon={<SidePanelIcon />} onSelect={closeAndRun(openInSidePanel)}>
          {t('popup.view.openSidePanel')}
        </MenuItem>
      )}
    </>
  );
}
