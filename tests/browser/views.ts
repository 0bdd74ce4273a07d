import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/build.ts';
import { BTC_USD } from './feeds.ts';

/** The address of every view of the extension. They are read from the source, so none is missing. */
export function allViews(alertId: string): string[] {
  const ofPopup = [...popupViews(alertId).values()];
  return [...ofPopup.map((hash) => `popup.html${hash}`), ...optionsViews()];
}

/** How each view of the popup is reached, by its name; one that is missing here fails the tests. */
export function popupViews(alertId: string): Map<string, string> {
  const hashes: Record<string, string> = {
    list: '',
    feed: `#feed/${BTC_USD}`,
    alerts: '#alerts',
    holdings: '#holdings',
    'new-alert': `#alerts/new/${BTC_USD}`,
    'edit-alert': `#alerts/edit/${alertId}`,
  };
  const routes = readFileSync(join(ROOT, 'components/shared/route.ts'), 'utf8');
  const views = [...routes.matchAll(/\{ view: '([\w-]+)'/g)].map(([, view = '']) => view);
  if (views.length < 4) throw new Error('route.ts names fewer views than there are.');
  return new Map(
    views.map((view) => {
      const hash = hashes[view];
      if (hash === undefined) throw new Error(`tests/browser/views.ts knows no view "${view}".`);
      return [view, hash];
    }),
  );
}

/** The options, also with what is folded, and the welcome page. */
export function optionsViews(): string[] {
  return ['connection', 'stake-caps', 'welcome', 'go-live'].map((id) => `options.html#${id}`);
}
