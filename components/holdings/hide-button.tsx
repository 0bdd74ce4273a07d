import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import { EyeIcon } from '../shared/later-icons.tsx';
import { PAGE_SHORTCUTS } from '../shared/shortcuts.ts';
import { useEnabledShortcuts } from '../shared/hooks/use-enabled-shortcuts.ts';
import { useAmountsHidden } from './amount.tsx';
import { toggleAmounts } from './toggle-amounts.ts';

export function HideButton() {
  const areHidden = useAmountsHidden();
  const { hideAmounts } = useEnabledShortcuts(PAGE_SHORTCUTS);
  return (
    <IconButton
      label={t(areHidden ? 'holdings.showButton' : 'holdings.hideButton')}
      aria-keyshortcuts={hideAmounts[0]}
      onClick={() => void toggleAmounts()}
    >
      <EyeIcon isCrossed={!areHidden} />
    </IconButton>
  );
}
