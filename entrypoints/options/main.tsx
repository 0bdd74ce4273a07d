import '@/assets/base.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { OptionsPage } from '@/components/options/options-page.tsx';
import { primeStored } from '@/components/shared/hooks/use-stored.ts';
import { finishMotionWhenHidden } from '@/components/shared/motion.ts';
import { applyLanguage } from '@/components/shared/page-language.ts';
import { t } from '@/lib/base/locale/t.ts';
import { holdPresenceWhileVisible } from '@/lib/pages/presence.ts';
import { itemsFor } from '@/lib/storage/table.ts';

applyLanguage();
document.title = t('common.optionsTitle');
holdPresenceWhileVisible();
finishMotionWhenHidden();
// All that the first render shows.
await Promise.all(
  itemsFor('options').map(async (item) => primeStored(item, await item.getValue())),
);
createRoot(document.getElementById('root')!).render(<OptionsPage />);
