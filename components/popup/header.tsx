import type { RefObject } from 'react';
import { t } from '@/lib/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import buttonStyles from '../shared/button.module.css';
import { classNames, IconButton } from '../shared/button.tsx';
import { BellIcon, CloseIcon, OptionsIcon, SearchIcon, ViewIcon } from '../shared/icons.tsx';
import { UnseenPlace } from './fired-place.tsx';
import { GroupTabs } from './group-tabs.tsx';
import { routeHash } from '../shared/route.ts';
import type { FeedSearch } from './use-feed-search.ts';
import type { Overlays } from './use-overlays.ts';
import viewStyles from '../shared/view.module.css';
import styles from './header.module.css';

interface HeaderProps {
  field: RefObject<HTMLInputElement | null>;
  search: FeedSearch;
  overlays: Overlays;
}

/** Group tabs, search field, view menu, and links to alerts and options. */
export function Header({ field, search, overlays }: HeaderProps) {
  return (
    <header className={viewStyles.header}>
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <GroupTabs overlays={overlays} />
      <SearchField field={field} search={search} />
      <IconButton
        label={t('popup.viewButton')}
        title={t('popup.viewHint')}
        aria-haspopup="menu"
        aria-expanded={overlays.current?.kind === 'view'}
        onClick={(event) => overlays.open({ kind: 'view' }, event.currentTarget)}
      >
        <ViewIcon />
      </IconButton>
      <a
        className={classNames(buttonStyles.icon, styles.bell)}
        href={routeHash({ view: 'alerts' })}
        title={t('popup.alertsLink')}
      >
        <BellIcon />
        <span className="visually-hidden">{t('popup.alertsLink')}</span>
        <UnseenPlace />
      </a>
      <IconButton label={t('popup.optionsButton')} onClick={() => void openOptions()}>
        <OptionsIcon />
      </IconButton>
    </header>
  );
}

/** As narrow as an icon until it is used; then it covers the tabs. */
function SearchField({ field, search }: Pick<HeaderProps, 'field' | 'search'>) {
  return (
    <div className={styles.search} role="search" data-open={search.isOpen || undefined}>
      <SearchIcon />
      <input
        ref={field}
        type="search"
        aria-label={t('search.label')}
        title={t('search.label')}
        placeholder={t('search.label')}
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-controls={search.shown.listId}
        aria-activedescendant={search.shown.activeId}
        value={search.query}
        onFocus={search.start}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={search.onKeyDown}
      />
      {search.isOpen && (
        <IconButton
          label={t('search.clearButton')}
          onClick={() => {
            search.end();
            field.current?.focus();
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
    </div>
  );
}
