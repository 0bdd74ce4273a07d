import * as paths from './icon-paths.ts';
import styles from './icons.module.css';

// 16 px line icons of one family for buttons, decorative because the button has its own label.
// Each means one thing: the moon is a closed market, the alarm clock a snooze, the check "done",
// the ringing bell a triggered alert.

export function SearchIcon() {
  return <Icon path={paths.SEARCH} />;
}

export function RefreshIcon() {
  return <Icon path={paths.REFRESH} />;
}

export function OptionsIcon() {
  return <Icon path={paths.OPTIONS} />;
}

export function CloseIcon() {
  return <Icon path={paths.CLOSE} />;
}

export function PinIcon() {
  return <Icon path={paths.PIN} />;
}

export function WarningIcon() {
  return <Icon path={paths.WARNING} />;
}

export function KeyIcon() {
  return <Icon path={paths.KEY} />;
}

export function ListIcon() {
  return <Icon isDirectional path={paths.LIST} />;
}

export function CheckIcon() {
  return <Icon path={paths.CHECK} />;
}

export function PlusIcon() {
  return <Icon path={paths.PLUS} />;
}

export function MoreIcon() {
  return <Icon path={paths.MORE} />;
}

export function ViewIcon() {
  return <Icon path={paths.VIEW} />;
}

export function BellIcon() {
  return <Icon path={paths.BELL} />;
}

export function RingingBellIcon() {
  return <Icon path={paths.RINGING_BELL} />;
}

export function ExportIcon() {
  return <Icon path={paths.EXPORT} />;
}

export function EditIcon() {
  return <Icon path={paths.EDIT} />;
}

export function CopyIcon() {
  return <Icon path={paths.COPY} />;
}

export function DeleteIcon() {
  return <Icon path={paths.DELETE} />;
}

export function SnoozeIcon() {
  return <Icon path={paths.SNOOZE} />;
}

export function ReactivateIcon() {
  return <Icon path={paths.REACTIVATE} />;
}

export function SwapIcon() {
  return <Icon path={paths.SWAP} />;
}

export function StarIcon() {
  return <Icon path={paths.STAR} />;
}

export function TableIcon() {
  return <Icon isDirectional path={paths.TABLE} />;
}

export function BackIcon() {
  return <Icon isDirectional path={paths.BACK} />;
}

export function ForwardIcon() {
  return <Icon isDirectional path={paths.FORWARD} />;
}

export function DownIcon() {
  return <Icon path={paths.DOWN} />;
}

export function UpIcon() {
  return <Icon path={paths.UP} />;
}

export function MoveUpIcon() {
  return <Icon path={paths.MOVE_UP} />;
}

export function MoveDownIcon() {
  return <Icon path={paths.MOVE_DOWN} />;
}

export function SortIcon() {
  return <Icon path={paths.SORT} />;
}

export function ExternalLinkIcon() {
  return <Icon isDirectional path={paths.EXTERNAL_LINK} />;
}

export function InformationIcon() {
  return <Icon path={paths.INFORMATION} />;
}

export function PauseIcon() {
  return <Icon path={paths.PAUSE} />;
}

export function GripIcon() {
  return <Icon path={paths.GRIP} />;
}

export function SidePanelIcon() {
  return <Icon path={paths.SIDE_PANEL} />;
}

/** An eye for "show", crossed out for "hide". */
export function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return <Icon path={isCrossed ? paths.CROSSED_EYE : paths.EYE} />;
}

interface IconProps {
  /** One of `icon-paths.ts`. */
  path: string;
  /** Whether it points in the reading direction, so that it is mirrored in right-to-left pages. */
  isDirectional?: boolean;
}

export function Icon({ path, isDirectional }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-directional={isDirectional}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
