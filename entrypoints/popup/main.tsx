import '@/assets/base.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { fitWindow } from '@/components/popup/fit-window.ts';
import { preparePopup } from '@/components/popup/prepare.ts';
import { Popup } from '@/components/popup/popup.tsx';
import { applyLanguage } from '@/components/shared/page-language.ts';

applyLanguage();
fitWindow();

// Read before the first render, so that the first paint already shows the prices.
const prices = await preparePopup();
createRoot(document.getElementById('root')!).render(<Popup prices={prices} />);
