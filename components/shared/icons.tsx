import { directionalIcon, icon } from './icon.tsx';
import * as paths from './icon-paths.ts';

// 16 px line icons, decorative because buttons have labels. Others are in `later-icons.tsx`. Each
// means one thing: the moon a closed market, the alarm clock a snooze, the check "done", the
// ringing bell a triggered alert.

export const SearchIcon = icon(paths.SEARCH);
export const RefreshIcon = icon(paths.REFRESH);
export const OptionsIcon = icon(paths.OPTIONS);
export const CloseIcon = icon(paths.CLOSE);
export const WarningIcon = icon(paths.WARNING);
export const ListIcon = directionalIcon(paths.LIST);
export const PlusIcon = icon(paths.PLUS);
export const MoreIcon = icon(paths.MORE);
export const BellIcon = icon(paths.BELL);
export const BackIcon = directionalIcon(paths.BACK);
export const ForwardIcon = directionalIcon(paths.FORWARD);
export const ExpandIcon = icon(paths.EXPAND);
