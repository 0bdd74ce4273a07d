import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { ForwardIcon } from './icons.tsx';
import { CheckIcon } from './later-icons.tsx';
import { stepOfKey } from './reading-order.ts';
import { shortcutLabel } from './shortcut-label.ts';
import styles from './menu.module.css';

const GAP = 4;

/** The menu around an item. */
const MenuContext = createContext<Pick<MenuProps, 'opener' | 'onClose'> | null>(null);

interface MenuProps {
  label: string;
  /** The menu opens below this element, or above it if there is no room. */
  opener: HTMLElement;
  onClose: () => void;
  /** Leads back to the page that this one was opened from. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

/** Follows the ARIA menu pattern. */
export function Menu({ label, opener, onClose, onBack, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useOpenedAt(menu, opener, label);
  useDismissal(menu, onClose);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item === document.activeElement);
    const step = stepOfKey(event.key);
    if (event.key === 'Tab') onClose();
    else if (event.key === 'Escape') (onBack ?? onClose)();
    else if (event.key === 'ArrowDown') items.at((at + 1) % items.length)?.focus();
    else if (event.key === 'ArrowUp') items.at((at < 0 ? items.length : at) - 1)?.focus();
    else if (event.key === 'Home') items.at(0)?.focus();
    else if (event.key === 'End') items.at(-1)?.focus();
    else if (step === -1 && onBack) onBack();
    else if (step === 1 && items[at]?.matches('[aria-haspopup]')) items[at].click();
    else if (step !== undefined && items[at]?.matches('[data-switch] *')) {
      items.at((at + step) % items.length)?.focus();
    } else if (!/^\p{L}$/u.test(event.key) || !focusByLetter(items, at, event.key)) return;
    // Escape would close the whole popup; arrow keys would scroll.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={menu}
      className={styles.menu}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      <MenuContext value={{ opener, onClose }}>{children}</MenuContext>
    </div>
  );
}

/** The element that opened the menu around a component. */
export function useOpener(): HTMLElement | undefined {
  return use(MenuContext)?.opener;
}

interface MenuItemProps {
  children: ReactNode;
  /** Shown before the text, unless the item is checked. */
  icon?: ReactNode;
  /** Only for checkable items. */
  checked?: boolean | undefined;
  /** Whether it opens another page of the menu. */
  opensPage?: boolean;
  /** Exactly one item of a radio group is checked. */
  isRadio?: boolean;
  isDisabled?: boolean;
  isDestructive?: boolean;
  /** Whether the menu stays open after the item is selected. */
  staysOpen?: boolean;
  /** As in `aria-keyshortcuts`. */
  shortcut?: string | undefined;
  onSelect: () => unknown;
}

export function MenuItem(props: MenuItemProps) {
  const { children, icon, checked, isRadio, isDisabled, staysOpen, shortcut, onSelect } = props;
  const menu = use(MenuContext);
  const select = (): void => {
    if (!staysOpen) menu?.onClose();
    onSelect();
  };
  const role = checked === undefined ? 'menuitem' : isRadio ? 'menuitemradio' : 'menuitemcheckbox';
  return (
    <button
      type="button"
      role={role}
      className={styles.item}
      data-destructive={props.isDestructive || undefined}
      tabIndex={-1}
      aria-checked={checked}
      aria-haspopup={props.opensPage ? 'menu' : undefined}
      aria-disabled={isDisabled || undefined}
      aria-keyshortcuts={shortcut}
      onClick={isDisabled ? undefined : select}
      onPointerMove={(event) => event.currentTarget.focus()}
    >
      {(icon !== undefined || checked !== undefined) && (
        <span className={styles.sign}>{checked ? <CheckIcon /> : icon}</span>
      )}
      <span className={styles.text}>{children}</span>
      {props.opensPage && <ForwardIcon />}
      {shortcut && (
        <kbd aria-hidden="true" dir="ltr">
          {shortcutLabel(shortcut)}
        </kbd>
      )}
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

interface MenuSwitchProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (readonly [T, string])[];
  onChange: (value: T) => unknown;
}

/** Two or three words in one line, one of which is chosen. The menu stays open. */
export function MenuSwitch<T extends string>(props: MenuSwitchProps<T>) {
  const { label, value, choices, onChange } = props;
  return (
    <div role="group" aria-label={label} className={styles.group} data-switch="">
      {choices.map(([choice, words]) => (
        <MenuItem
          key={choice}
          isRadio
          checked={choice === value}
          staysOpen
          onSelect={() => onChange(choice)}
        >
          {words}
        </MenuItem>
      ))}
    </div>
  );
}

/** Opens the menu, or another page of it. By mouse, it highlights nothing. */
function useOpenedAt(menu: RefObject<HTMLElement | null>, opener: HTMLElement, page: string): void {
  const shownPage = useRef<string>(undefined);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const isOpening = shownPage.current === undefined;
    if (isOpening) element.showPopover();
    placeAt(element, opener.getBoundingClientRect());
    const isOpenedByKey = opener.matches(':focus-visible');
    element.focus();
    // What led to another page is gone, but the browser knows whether it was a key.
    const isByKey = isOpening ? isOpenedByKey : element.matches(':focus-visible');
    if (isByKey) itemsOf(element)[0]?.focus();
    shownPage.current = page;
  }, [menu, opener, page]);
}

/** Closes the menu on a press outside, a resize and navigation. */
function useDismissal(menu: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const dismiss = (event: Event): void => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) onClose();
    };
    const close = (): void => onClose();
    document.addEventListener('pointerdown', dismiss, true);
    addEventListener('resize', close);
    addEventListener('hashchange', close);
    return () => {
      document.removeEventListener('pointerdown', dismiss, true);
      removeEventListener('resize', close);
      removeEventListener('hashchange', close);
    };
  }, [menu, onClose]);
}

function placeAt(menu: HTMLElement, opener: DOMRect): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - opener.bottom - 2 * GAP;
  const above = opener.top - 2 * GAP;
  const isBelow = below >= menu.scrollHeight || below >= above;
  menu.style.maxHeight = `${Math.max(120, isBelow ? below : above)}px`;
  const { offsetWidth, offsetHeight } = menu;
  const top = isBelow ? opener.bottom + GAP : opener.top - GAP - offsetHeight;
  // Align the inline ends of the menu and its opener.
  const left = menu.matches(':dir(rtl)')
    ? Math.min(opener.left, clientWidth - GAP - offsetWidth)
    : Math.min(opener.right, clientWidth - GAP) - offsetWidth;
  menu.style.top = `${Math.max(GAP, Math.min(top, clientHeight - offsetHeight - GAP))}px`;
  menu.style.left = `${Math.max(GAP, left)}px`;
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

function focusByLetter(items: readonly HTMLElement[], at: number, letter: string): boolean {
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const match = after.find((item) =>
    item.textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
  match?.focus();
  return match !== undefined;
}
