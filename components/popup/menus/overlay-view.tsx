import { lazy } from 'react';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { NewGroupDialog, RenameGroupDialog, RenameRowDialog } from './name-dialogs.tsx';
import { RowMenu } from './row-menu.tsx';
import type { OpenOverlay, Overlays } from './use-overlays.ts';
import { ViewMenu } from './view-menu.tsx';

const HoldingDialog = lazy(() => import('../../holdings/holding-dialog.tsx'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'));
const WatchlistExportDialog = lazy(() => import('../../export/watchlist-export-dialog.tsx'));

interface OverlayViewProps {
  overlay: OpenOverlay;
  overlays: Overlays;
  /** The selected tab; `null`: all. */
  group: Group | null;
}

/** The menu or dialog that is open over the list. */
export default function OverlayView({ overlay, overlays, group }: OverlayViewProps) {
  switch (overlay.kind) {
    case 'view':
      return <ViewMenu opener={overlay.opener} overlays={overlays} group={group} />;
    case 'row':
      return (
        <RowMenu
          key={overlay.id}
          id={overlay.id}
          opener={overlay.opener}
          overlays={overlays}
          group={group}
        />
      );
    case 'rename-row':
      return <RenameRowDialog id={overlay.id} onClose={overlays.close} />;
    case 'holding':
      return <HoldingDialog id={overlay.id} onClose={overlays.close} />;
    case 'rename-group':
      return <RenameGroupDialog groupId={overlay.groupId} onClose={overlays.close} />;
    case 'export':
      return <WatchlistExportDialog onClose={overlays.close} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={overlays.close} />;
    default:
      return <NewGroupDialog feedId={overlay.feedId} onClose={overlays.close} />;
  }
}
