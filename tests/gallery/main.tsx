import '@/assets/base.css';
import { createRoot } from 'react-dom/client';
import { applyLanguage } from '@/components/shared/page-language.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import { Gallery } from './gallery.tsx';

applyLanguage();
// A price is stale only if a request found no newer one.
await lastAskedAt.setValue(Date.now());
createRoot(document.getElementById('root')!).render(<Gallery />);
