import {
  AlarmClock,
  ArrowDown,
  ArrowDownUp,
  ArrowRightLeft,
  ArrowUp,
  Bell,
  BellOff,
  BellRing,
  CalendarX,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleEllipsis,
  Clock,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  GripVertical,
  Hourglass,
  Info,
  KeyRound,
  ListPlus,
  Moon,
  PanelRight,
  Pause,
  Pencil,
  Pin,
  Plus,
  RotateCcw,
  RotateCw,
  Search,
  Settings,
  Settings2,
  Shield,
  ShieldAlert,
  ShieldCheck,
  Star,
  Table,
  Timer,
  Trash2,
  TriangleAlert,
  X,
} from 'lucide';
import { iconOutline } from './icon-outline.ts';

// What each icon means here, and which of Lucide's it is.
export const SEARCH = iconOutline(Search);
export const REFRESH = iconOutline(RotateCw);
export const OPTIONS = iconOutline(Settings);
export const CLOSE = iconOutline(X);
export const PIN = iconOutline(Pin);
export const WARNING = iconOutline(TriangleAlert);
export const KEY = iconOutline(KeyRound);
export const LIST = iconOutline(ListPlus);
export const CHECK = iconOutline(Check);
export const PLUS = iconOutline(Plus);
export const MORE = iconOutline(Ellipsis);
export const VIEW = iconOutline(Settings2);
export const BELL = iconOutline(Bell);
export const RINGING_BELL = iconOutline(BellRing);
export const CROSSED_BELL = iconOutline(BellOff);
export const EXPORT = iconOutline(Download);
export const EDIT = iconOutline(Pencil);
export const COPY = iconOutline(Copy);
export const DELETE = iconOutline(Trash2);
export const SNOOZE = iconOutline(AlarmClock);
export const REACTIVATE = iconOutline(RotateCcw);
export const SWAP = iconOutline(ArrowRightLeft);
export const STAR = iconOutline(Star);
export const TABLE = iconOutline(Table);
export const EYE = iconOutline(Eye);
export const CROSSED_EYE = iconOutline(EyeOff);
export const BACK = iconOutline(ChevronLeft);
export const FORWARD = iconOutline(ChevronRight);
export const DOWN = iconOutline(ChevronDown);
export const UP = iconOutline(ChevronUp);
export const MOVE_UP = iconOutline(ArrowUp);
export const MOVE_DOWN = iconOutline(ArrowDown);
export const SORT = iconOutline(ArrowDownUp);
export const EXTERNAL_LINK = iconOutline(ExternalLink);
export const INFORMATION = iconOutline(Info);
export const PAUSE = iconOutline(Pause);
export const GRIP = iconOutline(GripVertical);
export const SIDE_PANEL = iconOutline(PanelRight);
export const CLOCK = iconOutline(Clock);
export const TIMER = iconOutline(Timer);
export const HOURGLASS = iconOutline(Hourglass);
export const WAITING = iconOutline(CircleEllipsis);
export const EXPIRED = iconOutline(CalendarX);
export const MOON = iconOutline(Moon);
export const SHIELD = iconOutline(Shield);
export const CHECKED_SHIELD = iconOutline(ShieldCheck);
export const FAILED_SHIELD = iconOutline(ShieldAlert);
