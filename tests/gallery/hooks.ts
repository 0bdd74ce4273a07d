import { join } from 'node:path';
import type { WxtHooks } from 'wxt';

/**
 * Adds the gallery, a page with a row of the watchlist in each of its states, to every build except
 * the one for production.
 */
export const galleryHooks: Pick<WxtHooks, 'entrypoints:found'> = {
  'entrypoints:found': ({ config }, entrypoints) => {
    if (config.mode === 'production') return;
    const inputPath = join(import.meta.dirname, 'index.html');
    entrypoints.push({ name: 'gallery', inputPath, type: 'unlisted-page' });
  },
};
