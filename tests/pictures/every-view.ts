import { join } from 'node:path';
import { above } from '../browser/alert-rules.ts';
import { BTC_USD, ETH_USD } from '../browser/feeds.ts';
import { optionsViews, popupViews } from '../browser/views.ts';
import { OUTPUT } from '../tools/build.ts';
import { OPTIONS_SIZE, photographThemes, POPUP_SIZE } from '../tools/photograph.ts';
import { onStage } from './stage.ts';

const ALERT_ID = 'an-alert';

/**
 * Photographs every view in one language. Returns the files.
 *
 * @param width of the views, in CSS pixels; default: that of the popup and that of the options page
 */
export async function photographLanguage(language: string, width?: number): Promise<string[]> {
  const items = {
    alerts: [above(ALERT_ID, BTC_USD, '150000')],
    holdings: {
      [BTC_USD]: { quantity: '0.25', cost: { perUnit: '64000', currency: 'USD' } },
      [ETH_USD]: { quantity: '4', cost: null },
    },
  };
  const views = [
    ...[...popupViews(ALERT_ID)].map(
      // As a full page, the popup would come out empty in Arabic.
      ([name, hash]) => ({ name, view: `popup.html${hash}`, size: POPUP_SIZE, isWhole: false }),
    ),
    ...optionsViews().map((view) => {
      const name = view.replace(/^.*#/, 'options-');
      return { name, view, size: OPTIONS_SIZE, isWhole: true };
    }),
  ];
  return onStage(language, items, async ({ browser }) => {
    const files: string[] = [];
    for (const { name, size, ...shot } of views) {
      const sized = { ...shot, size: width === undefined ? size : { ...size, width } };
      const path = join(OUTPUT, 'pictures', language, name);
      files.push(...(await photographThemes(browser, sized, path)));
    }
    return files;
  });
}
