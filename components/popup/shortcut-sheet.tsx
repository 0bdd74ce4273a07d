import { useEffect, useId, useRef } from 'react';
import { t, type PlainKey } from '@/lib/locale/t.ts';
import { Button } from '../shared/button.tsx';
import { shortcutLabel } from '../shared/shortcut-label.ts';
import { PAGE_SHORTCUTS, ROW_SHORTCUTS, TAB_SHORTCUTS } from './shortcuts.ts';
import dialogStyles from './name-dialog.module.css';
import styles from './shortcut-sheet.module.css';

type Words<T> = Record<keyof T, PlainKey>;

const PAGE_WORDS: Words<typeof PAGE_SHORTCUTS> = {
  search: 'search.label',
  help: 'shortcuts.title',
  back: 'common.backButton',
  undo: 'common.undoButton',
};

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
  remove: 'shortcuts.remove',
};

const TAB_WORDS: Words<typeof TAB_SHORTCUTS> = {
  switch: 'shortcuts.switchTab',
  rename: 'shortcuts.rename',
  move: 'shortcuts.moveTab',
  delete: 'group.deleteItem',
};

/** A dialog that lists all keyboard shortcuts. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className={`${dialogStyles.dialog} ${styles.sheet}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // By default, Escape would close the whole popup.
        event.preventDefault();
        close();
      }}
    >
      <h2 id={titleId}>{t('shortcuts.title')}</h2>
      <Section title={t('shortcuts.inList')} shortcuts={ROW_SHORTCUTS} words={ROW_WORDS} />
      <Section title={t('shortcuts.onTab')} shortcuts={TAB_SHORTCUTS} words={TAB_WORDS} />
      <Section title={t('shortcuts.anywhere')} shortcuts={PAGE_SHORTCUTS} words={PAGE_WORDS} />
      <div className={styles.close}>
        <Button kind="primary" onClick={close}>
          {t('common.closeButton')}
        </Button>
      </div>
    </dialog>
  );
}

interface SectionProps<T extends Readonly<Record<string, readonly string[]>>> {
  title: string;
  shortcuts: T;
  words: Words<T>;
}

function Section<T extends Readonly<Record<string, readonly string[]>>>(props: SectionProps<T>) {
  const { title, shortcuts, words } = props;
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <dl>
        {Object.entries(shortcuts).map(([id, keys]) => (
          <div key={id}>
            <dt>{t(words[id as keyof T])}</dt>
            <dd>
              {keys.map((shortcut) => (
                <kbd key={shortcut} dir="ltr">
                  {shortcutLabel(shortcut)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
