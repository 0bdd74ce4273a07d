import { useEffect, useState } from 'react';
import { t } from '@/lib/locale/t.ts';
import { openShortcutSettings, readCommands, type CommandKeys } from '@/lib/pages/shortcuts.ts';
import { Button } from '../shared/button.tsx';
import { Panel } from './panel.tsx';
import styles from './keyboard-section.module.css';

/** Keyboard shortcuts, and the way to change those of the browser. */
export default function KeyboardSection() {
  const commands = useCommands();
  if (!commands) return null;
  return (
    <Panel title={t('keyboard.browserTitle')} hint={t('keyboard.browserHint')}>
      <dl className={styles.list}>
        {commands.map(({ name, keys }) => (
          <div key={name}>
            <dt>{t(`commands.${name}`)}</dt>
            <dd>{keys === '' ? t('keyboard.notSet') : <kbd dir="ltr">{keys}</kbd>}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => void openShortcutSettings()}>{t('keyboard.changeButton')}</Button>
    </Panel>
  );
}

/** The current keys. Users change them on another page, so they are read again on the return. */
function useCommands(): readonly CommandKeys[] | undefined {
  const [commands, setCommands] = useState<readonly CommandKeys[]>();
  useEffect(() => {
    const read = (): void => void readCommands().then(setCommands);
    read();
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, []);
  return commands;
}
