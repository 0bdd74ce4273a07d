import MOVE_DOWN from 'lucide/dist/esm/icons/arrow-down.mjs';
import LEFT from 'lucide/dist/esm/icons/arrow-left.mjs';
import RIGHT from 'lucide/dist/esm/icons/arrow-right.mjs';
import TO_TOP from 'lucide/dist/esm/icons/arrow-up-to-line.mjs';
import MOVE_UP from 'lucide/dist/esm/icons/arrow-up.mjs';
import CANDLES from 'lucide/dist/esm/icons/chart-candlestick.mjs';
import CHART from 'lucide/dist/esm/icons/chart-line.mjs';
import CHECK from 'lucide/dist/esm/icons/check.mjs';
import RETURN from 'lucide/dist/esm/icons/corner-down-left.mjs';
import COPY from 'lucide/dist/esm/icons/copy.mjs';
import EXPORT from 'lucide/dist/esm/icons/download.mjs';
import EXTERNAL_LINK from 'lucide/dist/esm/icons/external-link.mjs';
import CROSSED_EYE from 'lucide/dist/esm/icons/eye-off.mjs';
import EYE from 'lucide/dist/esm/icons/eye.mjs';
import NEW_GROUP from 'lucide/dist/esm/icons/folder-plus.mjs';
import KEYBOARD from 'lucide/dist/esm/icons/keyboard.mjs';
import SIDE_PANEL from 'lucide/dist/esm/icons/panel-right.mjs';
import PAUSE from 'lucide/dist/esm/icons/pause.mjs';
import EDIT from 'lucide/dist/esm/icons/pencil.mjs';
import RESUME from 'lucide/dist/esm/icons/play.mjs';
import PUZZLE from 'lucide/dist/esm/icons/puzzle.mjs';
import DELETE from 'lucide/dist/esm/icons/trash.mjs';
import SHARE from 'lucide/dist/esm/icons/share.mjs';
import HOLDING from 'lucide/dist/esm/icons/wallet.mjs';
import { directionalIcon, Icon, icon, SHAPES } from './icons.tsx';

// Loaded after the first paint, by menus, dialogs and other views.

export const PinIcon = icon(SHAPES.pin);
export const PuzzleIcon = icon(PUZZLE);
export const CandlesIcon = icon(CANDLES);
export const CheckIcon = icon(CHECK);
export const ReturnIcon = directionalIcon(RETURN);
export const CopyIcon = icon(COPY);
export const ExportIcon = icon(EXPORT);
export const ShareIcon = icon(SHARE);
export const EditIcon = icon(EDIT);
export const DeleteIcon = icon(DELETE);
export const ClockIcon = icon(SHAPES.clock);
export const MoveUpIcon = icon(MOVE_UP);
export const MoveDownIcon = icon(MOVE_DOWN);
export const ExternalLinkIcon = directionalIcon(EXTERNAL_LINK);
export const SidePanelIcon = icon(SIDE_PANEL);
export const ChartIcon = directionalIcon(CHART);
export const ToTopIcon = icon(TO_TOP);
export const LeftIcon = icon(LEFT);
export const RightIcon = icon(RIGHT);
export const NewGroupIcon = icon(NEW_GROUP);
export const KeyboardIcon = icon(KEYBOARD);
export const PauseIcon = icon(PAUSE);
export const ResumeIcon = icon(RESUME);
export const HoldingIcon = icon(HOLDING);

/** Crossed out, it means "hide". */
export function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return <Icon shapes={isCrossed ? CROSSED_EYE : EYE} />;
}
