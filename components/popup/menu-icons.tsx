import {
  ArrowLeft,
  ArrowRight,
  ArrowUpToLine,
  ChartLine,
  FolderMinus,
  FolderPlus,
  Keyboard,
} from 'lucide';
import { iconOutline } from '../shared/icon-outline.ts';
import { Icon } from '../shared/icons.tsx';

// Icons of menu items. They are loaded with the menus, not with the page.

const CHART = iconOutline(ChartLine);
const TO_TOP = iconOutline(ArrowUpToLine);
const LEFT = iconOutline(ArrowLeft);
const RIGHT = iconOutline(ArrowRight);
const NEW_GROUP = iconOutline(FolderPlus);
const LEAVE_GROUP = iconOutline(FolderMinus);
const KEYBOARD = iconOutline(Keyboard);

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
