import MOVE_DOWN from 'lucide/dist/esm/icons/arrow-down.mjs';
import LEFT from 'lucide/dist/esm/icons/arrow-left.mjs';
import RIGHT from 'lucide/dist/esm/icons/arrow-right.mjs';
import TO_TOP from 'lucide/dist/esm/icons/arrow-up-to-line.mjs';
import MOVE_UP from 'lucide/dist/esm/icons/arrow-up.mjs';
import CHART from 'lucide/dist/esm/icons/chart-line.mjs';
import CHECK from 'lucide/dist/esm/icons/check.mjs';
import COPY from 'lucide/dist/esm/icons/copy.mjs';
import EXPORT from 'lucide/dist/esm/icons/download.mjs';
import EXTERNAL_LINK from 'lucide/dist/esm/icons/external-link.mjs';
import CROSSED_EYE from 'lucide/dist/esm/icons/eye-off.mjs';
import EYE from 'lucide/dist/esm/icons/eye.mjs';
import LEAVE_GROUP from 'lucide/dist/esm/icons/folder-minus.mjs';
import NEW_GROUP from 'lucide/dist/esm/icons/folder-plus.mjs';
import GRIP from 'lucide/dist/esm/icons/grip-vertical.mjs';
import KEYBOARD from 'lucide/dist/esm/icons/keyboard.mjs';
import SIDE_PANEL from 'lucide/dist/esm/icons/panel-right.mjs';
import PAUSE from 'lucide/dist/esm/icons/pause.mjs';
import EDIT from 'lucide/dist/esm/icons/pencil.mjs';
import REACTIVATE from 'lucide/dist/esm/icons/rotate-ccw.mjs';
import TABLE from 'lucide/dist/esm/icons/table.mjs';
import DELETE from 'lucide/dist/esm/icons/trash.mjs';
import HOLDING from 'lucide/dist/esm/icons/wallet.mjs';
import { Icon } from './icon.tsx';
import * as paths from './icon-paths.ts';

// The icons of what loads after the first paint: menus, dialogs and the other views.

export function PinIcon() {
  return <Icon path={paths.PIN} />;
}

export function CheckIcon() {
  return <Icon path={CHECK} />;
}

export function CopyIcon() {
  return <Icon path={COPY} />;
}

export function ExportIcon() {
  return <Icon path={EXPORT} />;
}

export function EditIcon() {
  return <Icon path={EDIT} />;
}

export function DeleteIcon() {
  return <Icon path={DELETE} />;
}

export function ClockIcon() {
  return <Icon path={paths.CLOCK} />;
}

export function TableIcon() {
  return <Icon isDirectional path={TABLE} />;
}

export function MoveUpIcon() {
  return <Icon path={MOVE_UP} />;
}

export function MoveDownIcon() {
  return <Icon path={MOVE_DOWN} />;
}

export function ExternalLinkIcon() {
  return <Icon isDirectional path={EXTERNAL_LINK} />;
}

export function SidePanelIcon() {
  return <Icon path={SIDE_PANEL} />;
}

/** An eye for "show", crossed out for "hide". */
export function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return <Icon path={isCrossed ? CROSSED_EYE : EYE} />;
}

export function ChartIcon() {
  return <Icon isDirectional path={CHART} />;
}

export function ToTopIcon() {
  return <Icon path={TO_TOP} />;
}

export function LeftIcon() {
  return <Icon path={LEFT} />;
}

export function RightIcon() {
  return <Icon path={RIGHT} />;
}

export function NewGroupIcon() {
  return <Icon path={NEW_GROUP} />;
}

export function LeaveGroupIcon() {
  return <Icon path={LEAVE_GROUP} />;
}

export function KeyboardIcon() {
  return <Icon path={KEYBOARD} />;
}

export function PauseIcon() {
  return <Icon path={PAUSE} />;
}

export function ReactivateIcon() {
  return <Icon path={REACTIVATE} />;
}

export function GripIcon() {
  return <Icon path={GRIP} />;
}

export function HoldingIcon() {
  return <Icon path={HOLDING} />;
}
