import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BTC_USD } from '../browser/feeds.ts';
import { settled, still } from '../browser/page-output.ts';
import { optionsViews } from '../browser/views.ts';
import { startPriceService } from '../price-service/server.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { buildExtension, OUTPUT } from './build.ts';
import type { ColorScheme } from './extension.ts';
import { launchExtension } from './launch-extension.ts';
import { readArguments } from './read-arguments.ts';
import { startWatchlist } from './start-watchlist.ts';

const HELP = `npm run pictures -- --language LANGUAGE [--width PIXELS]

Photographs every view in one language and both themes, for whoever reads a translation:
.output/pictures/LANGUAGE. LANGUAGE is a file of assets/locales, or pseudo. --width replaces
the widths of the popup (380) and of the options page (1000).`;

const POPUP_VIEWS = {
  list: '',
  detail: `#feed/${BTC_USD}`,
  alerts: '#alerts',
  'new-alert': `#alerts/new/${BTC_USD}`,
};

const SCHEMES: readonly ColorScheme[] = ['light', 'dark'];

const values = readArguments({
  language: { type: 'string' },
  width: { type: 'string' },
  help: { type: 'boolean' },
});
const width = values.width === undefined ? undefined : Number(values.width);
const isWidthValid = width === undefined || (Number.isInteger(width) && width >= 200);
if (values.help || values.language === undefined || !isWidthValid) console.log(HELP);
else await photograph(values.language);

async function photograph(language: string): Promise<void> {
  const folder = join(OUTPUT, 'pictures', language);
  await mkdir(folder, { recursive: true });
  const extensionDir = await buildExtension('chromium', language);
  const service = await startPriceService({});
  const browser = await launchExtension('chromium', { extensionDir, loopbackOnly: true });
  try {
    await browser.storageSet('local', {
      connection: { baseUrl: service.url, headers: [] },
      ...(await startWatchlist(service, false)),
      trust: trustInLocal(),
    });
    for (const [name, hash] of Object.entries(POPUP_VIEWS)) {
      await take(`popup.html${hash}`, name, { width: width ?? 380, height: 600 });
    }
    for (const view of optionsViews()) {
      const name = view.replace(/^.*#/, 'options-');
      await take(view, name, { width: width ?? 1_000, height: 720 });
    }
  } finally {
    await browser.close();
    await service.close();
  }

  async function take(
    view: string,
    name: string,
    size: { width: number; height: number },
  ): Promise<void> {
    const page = await browser.openPage(view);
    await page.setViewport(size);
    await settled(page);
    for (const scheme of SCHEMES) {
      await browser.setColorScheme(page, scheme);
      await still(page);
      const path = join(folder, `${name}-${scheme}.png`) as `${string}.png`;
      // The popup is as high as the toolbar's. As a full page, it would come out empty in Arabic.
      await page.screenshot({ path, fullPage: view.startsWith('options') });
      console.log(path);
    }
    await page.close();
  }
}
