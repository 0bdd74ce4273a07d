import { lazy } from 'react';
import { GroupMenu } from './group-menu.tsx';
import { NewGroupDialog, RenameGroupDialog, RenameRowDialog } from './name-dialogs.tsx';
import { PageMenu } from './page-menu.tsx';
import { RowMenu } from './row-menu.tsx';
import type { OpenOverlay, Overlays } from './use-overlays.ts';
import { PeriodMenu, ViewMenu } from './view-menu.tsx';

const HoldingSheet = lazy(() => import('../../holdings/holding-sheet.tsx'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'));
const WatchlistExportDialog = lazy(() => import('../../export/watchlist-export-dialog.tsx'));

interface OverlayViewProps {
  overlay: OpenOverlay;
  overlays: Overlays;
  /** Whether the tab of a group is selected. */
  isInGroup: boolean;
}

/** The menu or dialog that is open over the list. */
export default function OverlayView({ overlay, overlays, isInGroup }: OverlayViewProps) {
  switch (overlay.kind) {
    case 'period':
      return <PeriodMenu opener={overlay.opener} onClose={overlays.close} />;
    case 'view':
      return <ViewMenu opener={overlay.opener} onClose={overlays.close} />;
    case 'page':
      return <PageMenu opener={overlay.opener} overlays={overlays} />;
    case 'group':
      return <GroupMenu groupId={overlay.groupId} opener={overlay.opener} overlays={overlays} />;
    case 'row':
      return (
        <RowMenu
          key={overlay.id}
          id={overlay.id}
          opener={overlay.opener}
          overlays={overlays}
          isInGroup={isInGroup}
        />
      );
    case 'rename-row':
      return <RenameRowDialog id={overlay.id} onClose={overlays.close} />;
    case 'holding':
      return <HoldingSheet id={overlay.id} onClose={overlays.close} />;
    case 'rename-group':
      return <RenameGroupDialog groupId={overlay.groupId} onClose={overlays.close} />;
    case 'export':
      return <WatchlistExportDialog onClose={overlays.close} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={overlays.close} />;
    default:
      return <NewGroupDialog create={overlay.create} onClose={overlays.close} />;
  }
}
