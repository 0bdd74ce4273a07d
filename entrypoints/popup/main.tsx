import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { preparePopup } from '@/components/popup/prepare.ts';
import { Popup } from '@/components/popup/popup.tsx';

const prices = await preparePopup();
const root = createRoot(document.getElementById('root')!);
// At once: the first frame that shows anything shows the prices.
flushSync(() => root.render(<Popup prices={prices} />));
