import { directionalIcon, icon } from './icon.tsx';
import * as shapes from './icon-shapes.ts';

// 16 px line icons, decorative because buttons have labels. Others are in `later-icons.tsx`. Each
// has one meaning: the moon a closed market, the alarm clock a snooze, the check "done", the
// ringing bell a triggered alert.

export const SearchIcon = icon(shapes.SEARCH);
export const RefreshIcon = icon(shapes.REFRESH);
export const OptionsIcon = icon(shapes.OPTIONS);
export const CloseIcon = icon(shapes.CLOSE);
export const WarningIcon = icon(shapes.WARNING);
export const ListIcon = directionalIcon(shapes.LIST);
export const PlusIcon = icon(shapes.PLUS);
export const MoreIcon = icon(shapes.MORE);
export const BellIcon = icon(shapes.BELL);
export const BackIcon = directionalIcon(shapes.BACK);
export const ForwardIcon = directionalIcon(shapes.FORWARD);
export const ExpandIcon = icon(shapes.EXPAND);
