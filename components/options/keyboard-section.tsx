import { t } from '@/lib/base/locale/t.ts';
import { openShortcutSettings, readCommands, type CommandKeys } from '@/lib/pages/shortcuts.ts';
import { singleKeys } from '@/lib/storage/values/view.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import { Check } from '../shared/check.tsx';
import { ShortcutTable } from '../shared/shortcut-table.tsx';
import { Panel } from './panel.tsx';
import styles from './keyboard-section.module.css';

export default function KeyboardSection() {
  const commands = useRead('', readCommands, onFocus);
  const isOn = useStored(singleKeys);
  // Render everything at once, so that nothing moves under the pointer.
  if (!commands || isOn === undefined) return null;
  return (
    <>
      <BrowserShortcuts commands={commands} />
      <PopupShortcuts isOn={isOn} />
    </>
  );
}

function BrowserShortcuts({ commands }: { commands: readonly CommandKeys[] }) {
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

function PopupShortcuts({ isOn }: { isOn: boolean }) {
  return (
    <Panel title={t('keyboard.popupTitle')} hint={t('keyboard.singleKeysHint')}>
      <Check isSwitch checked={isOn} onChange={(next) => void singleKeys.setValue(next)}>
        {t('keyboard.singleKeys')}
      </Check>
      <div className={styles.shortcuts}>
        <ShortcutTable heading="h4" />
      </div>
    </Panel>
  );
}

/** Users change the keys on another page. */
function onFocus(onChange: () => void): () => void {
  addEventListener('focus', onChange);
  return () => removeEventListener('focus', onChange);
}
