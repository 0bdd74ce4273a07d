import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import { useHasHoldings } from './hooks/use-has-holdings.ts';
import { useEnabledShortcuts } from './hooks/use-enabled-shortcuts.ts';
import { KeyCap } from './key-cap.tsx';
import { PAGE_SHORTCUTS, ROW_SHORTCUTS, TAB_SHORTCUTS, type Shortcuts } from './shortcuts.ts';
import styles from './shortcut-table.module.css';

type Words<T> = Record<keyof T, PlainKey>;

const PAGE_WORDS: Words<typeof PAGE_SHORTCUTS> = {
  search: 'search.label',
  help: 'shortcuts.title',
  back: 'common.backButton',
  undo: 'common.undoButton',
  hideAmounts: 'holdings.hideButton',
};

// Hidden from users without holdings.
const { hideAmounts: _, ...WITHOUT_HOLDINGS } = PAGE_SHORTCUTS;

const ROW_WORDS: Words<typeof ROW_SHORTCUTS> = {
  next: 'shortcuts.next',
  previous: 'shortcuts.previous',
  first: 'shortcuts.first',
  last: 'shortcuts.last',
  open: 'row.menu.open',
  controls: 'shortcuts.controls',
  menu: 'shortcuts.menu',
  newAlert: 'row.newAlertButton',
  badge: 'row.showOnBadgeButton',
  moveUp: 'row.menu.moveUp',
  moveDown: 'row.menu.moveDown',
  remove: 'row.menu.remove',
};

const TAB_WORDS: Words<typeof TAB_SHORTCUTS> = {
  switch: 'shortcuts.switchTab',
  rename: 'group.renameItem',
  move: 'shortcuts.moveTab',
  delete: 'group.deleteItem',
};

/** Lists the enabled shortcuts. */
export function ShortcutTable() {
  const hasHoldings = useHasHoldings();
  return (
    <>
      <Section title={t('shortcuts.inList')} shortcuts={ROW_SHORTCUTS} words={ROW_WORDS} />
      <Section title={t('shortcuts.onTab')} shortcuts={TAB_SHORTCUTS} words={TAB_WORDS} />
      <Section
        title={t('shortcuts.anywhere')}
        shortcuts={hasHoldings ? PAGE_SHORTCUTS : WITHOUT_HOLDINGS}
        words={PAGE_WORDS}
      />
    </>
  );
}

interface SectionProps<T extends Shortcuts> {
  title: string;
  shortcuts: T;
  words: Words<T>;
}

function Section<T extends Shortcuts>(props: SectionProps<T>) {
  const { title, shortcuts, words } = props;
  const enabled = useEnabledShortcuts(shortcuts);
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <dl>
        {Object.entries<readonly string[]>(enabled)
          .filter(([, keys]) => keys.length > 0)
          .map(([id, keys]) => (
            <div key={id}>
              <dt>{t(words[id as keyof T])}</dt>
              <dd>
                {keys.map((shortcut) => (
                  <KeyCap key={shortcut} shortcut={shortcut} />
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
