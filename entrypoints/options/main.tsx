import '@/assets/base.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { OptionsPage } from '@/components/options/options-page.tsx';
import { prepareOptions } from '@/components/options/prepare.ts';
import { finishMotionWhenHidden } from '@/components/shared/motion.ts';
import { applyLanguage } from '@/components/shared/page-language.ts';
import { t } from '@/lib/base/locale/t.ts';
import { holdPresenceWhileVisible } from '@/lib/pages/presence.ts';

applyLanguage();
document.title = t('common.optionsTitle');
holdPresenceWhileVisible();
finishMotionWhenHidden();
await prepareOptions();
createRoot(document.getElementById('root')!).render(<OptionsPage />);
