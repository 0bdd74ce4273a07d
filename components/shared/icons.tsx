import type { IconNode } from 'lucide';
import BELL_RING from 'lucide/dist/esm/icons/bell-ring.mjs';
import BELL from 'lucide/dist/esm/icons/bell.mjs';
import CHEVRON_LEFT from 'lucide/dist/esm/icons/chevron-left.mjs';
import CHEVRON_RIGHT from 'lucide/dist/esm/icons/chevron-right.mjs';
import CLOCK from 'lucide/dist/esm/icons/clock.mjs';
import ELLIPSIS from 'lucide/dist/esm/icons/ellipsis.mjs';
import KEY from 'lucide/dist/esm/icons/key-round.mjs';
import LIST_PLUS from 'lucide/dist/esm/icons/list-plus.mjs';
import MAXIMIZE from 'lucide/dist/esm/icons/maximize-2.mjs';
import MOON from 'lucide/dist/esm/icons/moon.mjs';
import PIN from 'lucide/dist/esm/icons/pin.mjs';
import PLUS from 'lucide/dist/esm/icons/plus.mjs';
import ROTATE from 'lucide/dist/esm/icons/rotate-cw.mjs';
import SEARCH from 'lucide/dist/esm/icons/search.mjs';
import SETTINGS_2 from 'lucide/dist/esm/icons/settings-2.mjs';
import SETTINGS from 'lucide/dist/esm/icons/settings.mjs';
import SHIELD_ALERT from 'lucide/dist/esm/icons/shield-alert.mjs';
import SHIELD_CHECK from 'lucide/dist/esm/icons/shield-check.mjs';
import SHIELD from 'lucide/dist/esm/icons/shield.mjs';
import WARNING from 'lucide/dist/esm/icons/triangle-alert.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { createElement, Fragment, type ReactNode } from 'react';
import styles from './icons.module.css';

// Line icons, each imported from its own file. Those that the popup's first paint does not need are
// in `later-icons.tsx`. Each has one meaning: the moon a closed market, the alarm clock a snooze,
// the check "done", the ringing bell a triggered alert.

/** Shapes of icons that also stand for a word, as marks of 12 px. */
export const SHAPES = {
  bell: BELL,
  ringingBell: BELL_RING,
  clock: CLOCK,
  key: KEY,
  moon: MOON,
  pin: PIN,
  shield: SHIELD,
  checkedShield: SHIELD_CHECK,
  failedShield: SHIELD_ALERT,
  warning: WARNING,
};

export const SearchIcon = icon(SEARCH);
export const RefreshIcon = icon(ROTATE);
export const OptionsIcon = icon(SETTINGS);
export const ViewIcon = icon(SETTINGS_2);
export const CloseIcon = icon(X);
export const WarningIcon = icon(WARNING);
export const ListIcon = directionalIcon(LIST_PLUS);
export const PlusIcon = icon(PLUS);
export const MoreIcon = icon(ELLIPSIS);
export const BellIcon = icon(BELL);
export const BackIcon = directionalIcon(CHEVRON_LEFT);
export const ForwardIcon = directionalIcon(CHEVRON_RIGHT);
export const ExpandIcon = icon(MAXIMIZE);

interface IconProps {
  shapes: IconNode;
  /** Whether the icon is mirrored in right-to-left pages. */
  isDirectional?: boolean;
}

/** 16 px; decorative, because buttons have labels. */
export function Icon({ shapes, isDirectional }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-directional={isDirectional}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {elementsOf(shapes)}
    </svg>
  );
}

export function icon(shapes: IconNode): () => ReactNode {
  return () => <Icon shapes={shapes} />;
}

/** An icon that points in the reading direction. */
export function directionalIcon(shapes: IconNode): () => ReactNode {
  return () => <Icon isDirectional shapes={shapes} />;
}

interface MarkProps {
  name: string;
  /** The text alternative and the tooltip. */
  label: string;
  shapes: IconNode;
}

/** A 12 px icon that replaces a word. */
export function Mark({ name, label, shapes }: MarkProps) {
  return (
    <svg className={styles.mark} data-mark={name} viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      {elementsOf(shapes)}
    </svg>
  );
}

/** Shapes on a grid of 24 units. */
function elementsOf(shapes: IconNode): ReactNode {
  const elements = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return createElement(Fragment, null, ...elements);
}
