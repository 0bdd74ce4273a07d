import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { EyeIcon } from '../shared/later-icons.tsx';
import { PAGE_SHORTCUTS } from '../shared/shortcuts.ts';
import { useEnabledShortcuts } from '../shared/hooks/use-enabled-shortcuts.ts';
import { toggleAmounts, useAmountsHidden } from './amount.tsx';
import styles from './amount.module.css';

export function HideButton() {
  const areHidden = useAmountsHidden();
  const { hideAmounts } = useEnabledShortcuts(PAGE_SHORTCUTS);
  return (
    <IconButton
      className={areHidden ? styles.hides : undefined}
      label={t(areHidden ? 'holdings.showButton' : 'holdings.hideButton')}
      aria-keyshortcuts={hideAmounts[0]}
      onClick={() => void toggleAmounts()}
    >
      <EyeIcon isCrossed={areHidden} />
    </IconButton>
  );
}
