import { t } from '@/lib/base/locale/t.ts';
import {
  hasSidePanel,
  isInSidePanel,
  openInSidePanel,
  openInTab,
  openOptions,
} from '@/lib/pages/open-page.ts';
import { useEnabledShortcuts } from '../../shared/hooks/use-enabled-shortcuts.ts';
import { useIsWide } from '../../shared/hooks/use-is-wide.ts';
import { OptionsIcon } from '../../shared/icons.tsx';
import {
  ExportIcon,
  ExternalLinkIcon,
  HoldingIcon,
  KeyboardIcon,
  SidePanelIcon,
} from '../../shared/later-icons.tsx';
import { Menu, MenuItem } from '../../shared/menu.tsx';
import { goTo } from '../../shared/route.ts';
import { PAGE_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { Overlays } from './use-overlays.ts';

interface PageMenuProps {
  opener: HTMLElement;
  overlays: Overlays;
}

/** The ways from the list to everything else. */
export function PageMenu({ opener, overlays }: PageMenuProps) {
  const isWide = useIsWide();
  const shortcuts = useEnabledShortcuts(PAGE_SHORTCUTS);
  return (
    <Menu label={t('popup.menuButton')} opener={opener} onClose={overlays.close}>
      <MenuItem icon={<HoldingIcon />} onSelect={() => goTo({ view: 'holdings' })}>
        {t('holdings.title')}
      </MenuItem>
      <div role="separator" />
      {hasSidePanel() && !isInSidePanel() && (
        <MenuItem icon={<SidePanelIcon />} onSelect={() => void openInSidePanel()}>
          {t('popup.view.openSidePanel')}
        </MenuItem>
      )}
      {/* A wide page is already a tab. */}
      {!isWide && (
        <MenuItem icon={<ExternalLinkIcon />} onSelect={() => void openInTab()}>
          {t('popup.view.openInTab')}
        </MenuItem>
      )}
      <MenuItem icon={<ExportIcon />} onSelect={() => overlays.open({ kind: 'export' }, opener)}>
        {t('export.openButton')}
      </MenuItem>
      <div role="separator" />
      <MenuItem
        icon={<KeyboardIcon />}
        shortcut={shortcuts.help[0]}
        onSelect={() => overlays.open({ kind: 'shortcuts' }, opener)}
      >
        {t('shortcuts.title')}
      </MenuItem>
      <MenuItem icon={<OptionsIcon />} onSelect={() => void openOptions()}>
        {t('popup.optionsButton')}
      </MenuItem>
    </Menu>
  );
}
