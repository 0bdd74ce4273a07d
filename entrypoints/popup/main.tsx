import '@/assets/base.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { fitWindow } from '@/components/popup/fit-window.ts';
import { preparePopup } from '@/components/popup/prepare.ts';
import { Popup } from '@/components/popup/popup.tsx';
import { afterFrame } from '@/components/shared/hooks/after-paint.ts';
import { finishMotionWhenHidden } from '@/components/shared/motion.ts';
import { applyLanguage } from '@/components/shared/page-language.ts';
import { markFirstView } from '@/components/shared/route.ts';
import { holdPresenceWhileVisible } from '@/lib/pages/presence.ts';

void show();

// Not awaited here: code that is loaded before the first render may import this file's chunk, which
// would then wait for itself.
async function show(): Promise<void> {
  // Read before the first render, so that the first paint already shows the prices.
  const reading = preparePopup();
  applyLanguage();
  finishMotionWhenHidden();
  fitWindow();
  markFirstView();
  const root = createRoot(document.getElementById('root')!);
  const prices = await reading;
  root.render(<Popup prices={prices} />);
  // Not earlier: the worker starts to work then, in the same process.
  afterFrame(holdPresenceWhileVisible);
}
