import { WatchlistExport } from '../export/watchlist-export.tsx';
import { BackupExport } from './backup-export.tsx';
import { BackupImport } from './backup-import.tsx';
import { Panel } from './panel.tsx';

/** Exports all user data to a file and imports it; exports the watchlist as a table or picture. */
export default function BackupSection() {
  return (
    <>
      <Panel
        title="Save a backup"
        hint="Settings, watchlist, groups, row names, alerts and trusted signers in one file. Prices and the history of alerts are not in it."
      >
        <BackupExport />
      </Panel>
      <Panel
        title="Import a backup"
        hint="You see what will change before anything does. A file that does not fit changes nothing."
      >
        <BackupImport />
      </Panel>
      <Panel
        title="Export the watchlist"
        hint="The selected tab of the watchlist as a picture, or as a table with every digit."
      >
        <WatchlistExport />
      </Panel>
    </>
  );
}
