import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import buttonStyles from '../../shared/button.module.css';
import { classNames, IconButton } from '../../shared/button.tsx';
import {
  BellIcon,
  CloseIcon,
  OptionsIcon,
  PlusIcon,
  SearchIcon,
  ViewIcon,
} from '../../shared/icons.tsx';
import { unseenNewsSince } from '@/lib/storage/values/news.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';
import { useChangePeriod } from '../../shared/hooks/use-change-period.ts';
import { useHasColumns } from '../../shared/hooks/use-is-wide.ts';
import { UnseenPlace } from '../footer/fired-place.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { Logo } from '../../shared/logo.tsx';
import { routeHash } from '../../shared/route.ts';
import type { FeedSearch } from '../search/use-feed-search.ts';
import type { Overlays } from '../menus/use-overlays.ts';
import viewStyles from '../../shared/view.module.css';
import styles from './header.module.css';

interface HeaderProps {
  field: RefObject<HTMLInputElement | null>;
  search: FeedSearch;
  overlays: Overlays;
  /** The price that moves far more than on a usual day, if there is one. */
  moving: string | null;
}

/**
 * Group tabs or, without groups, the name; period, search field, alerts, view and menu. Beside
 * another view, the mark comes first, the field is below, and the period heads its column.
 */
export function PopupHeader({ field, search, overlays, moving }: HeaderProps) {
  const isNew = useStoredPart(unseenNewsSince, (since) => since !== null);
  const hasGroups = useStoredPart(groups, (list) => (list?.length ?? 0) > 0);
  const hasColumns = useHasColumns();
  const hasMark = hasColumns || !hasGroups;
  return (
    <header className={classNames(viewStyles.header, styles.header)}>
      <h1
        className={hasMark ? styles.brand : 'visually-hidden'}
        data-grouped={hasGroups || undefined}
      >
        {hasMark && <Logo size={hasColumns ? 24 : 20} />}
        <span className={hasGroups ? 'visually-hidden' : undefined}>
          {moving === null || hasGroups ? t('app.name') : t('strip.moving', { name: moving })}
        </span>
      </h1>
      {hasGroups && <GroupTabs overlays={overlays} />}
      {!search.isOpen && !hasColumns && (
        <PeriodButton open={overlays.open} isOpen={overlays.current?.kind === 'period'} />
      )}
      <SearchField field={field} search={search} isBelow={hasColumns} />
      <a
        className={classNames(buttonStyles.icon, styles.bell)}
        href={routeHash({ view: 'alerts' })}
        title={t('alerts.title')}
      >
        <BellIcon />
        <span className="visually-hidden">{t('alerts.title')}</span>
        <UnseenPlace />
      </a>
      <MenuButton kind="view" label={t('popup.viewButton')} overlays={overlays}>
        <ViewIcon />
      </MenuButton>
      <MenuButton
        kind="page"
        label={t('popup.menuButton')}
        overlays={overlays}
        className={isNew ? styles.dotted : undefined}
      >
        <OptionsIcon />
      </MenuButton>
    </header>
  );
}

interface MenuButtonProps {
  kind: 'view' | 'page';
  label: string;
  overlays: Overlays;
  className?: string | undefined;
  children: ReactNode;
}

function MenuButton({ kind, label, overlays, className, children }: MenuButtonProps) {
  return (
    <IconButton
      className={className}
      label={label}
      aria-haspopup="menu"
      aria-expanded={overlays.current?.kind === kind}
      onClick={(event) => overlays.open({ kind }, event.currentTarget)}
    >
      {children}
    </IconButton>
  );
}

interface PeriodButtonProps {
  open: Overlays['open'];
  isOpen?: boolean;
}

/** Shows the period of the price changes, and opens its menu. */
export function PeriodButton({ open, isOpen }: PeriodButtonProps) {
  const shown = useChangePeriod();
  const period = t(`row.period.${shown}`);
  return (
    <button
      type="button"
      className={styles.period}
      data-part="period"
      aria-label={t('popup.periodButton', { period })}
      title={t(`period.${shown}`)}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => open({ kind: 'period' }, event.currentTarget)}
    >
      {period}
    </button>
  );
}

type FieldProps = Pick<HeaderProps, 'field' | 'search'>;

/**
 * The "Add" button, and the search field that it opens over the tabs. While the search is closed,
 * the field lies under the button: it stays in the document for assistive technology, and can be
 * seen only below the header. Otherwise the Tab key would open the search on its way to the list.
 */
function SearchField({ field, search, isBelow }: FieldProps & { isBelow: boolean }) {
  const { isOpen } = search;
  const addButton = useRef<HTMLButtonElement>(null);
  const setReturn = useReturn(isOpen, addButton);
  return (
    <div className={styles.search} role="search" data-open={isOpen || undefined}>
      {(isOpen || isBelow) && <SearchIcon />}
      {!isOpen && (
        <IconButton
          ref={addButton}
          className={styles.add}
          label={t('popup.addFeedButton')}
          onClick={() => field.current?.focus()}
        >
          {!isBelow && <PlusIcon />}
        </IconButton>
      )}
      <input
        ref={field}
        type="search"
        tabIndex={isOpen ? 0 : -1}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-controls={search.shown.listId}
        aria-activedescendant={search.shown.activeId}
        value={search.query}
        onFocus={({ relatedTarget }) => {
          if (!isOpen) setReturn(relatedTarget);
          search.start();
        }}
        onChange={(event) => search.takeText(event.target.value)}
        onKeyDown={search.onKeyDown}
        onPaste={search.onPaste}
      />
      {isOpen && <ClearButton field={field} search={search} />}
    </div>
  );
}

/** Clears the field; closes the search if the field is empty. */
function ClearButton({ field, search }: FieldProps) {
  const isEmpty = search.query === '';
  const clear = (): void => {
    search.takeText('');
    field.current?.focus();
  };
  return (
    <IconButton
      label={t(isEmpty ? 'search.closeButton' : 'search.clearButton')}
      onClick={isEmpty ? search.end : clear}
    >
      <CloseIcon />
    </IconButton>
  );
}

/** Returns the focus to where it came from once the search is closed. */
function useReturn(
  isOpen: boolean,
  addButton: RefObject<HTMLElement | null>,
): (element: Element | null) => void {
  const returnTo = useRef<Element>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const before = returnTo.current;
      const isThere = before instanceof HTMLElement && before.isConnected;
      (isThere ? before : addButton.current)?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen, addButton]);
  return useCallback((element) => {
    returnTo.current = element;
  }, []);
}
