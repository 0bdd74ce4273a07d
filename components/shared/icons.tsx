import { Icon } from './icon.tsx';
import * as paths from './icon-paths.ts';

// 16 px line icons of one family for buttons, decorative because the button has its own label.
// These are shown from the start; the others are in `later-icons.tsx`.
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

export function WarningIcon() {
  return <Icon path={paths.WARNING} />;
}

export function KeyIcon() {
  return <Icon path={paths.KEY} />;
}

export function ListIcon() {
  return <Icon isDirectional path={paths.LIST} />;
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
