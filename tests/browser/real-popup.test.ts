import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../tools/until.ts';
import {
  hasVirtualDisplay,
  startVirtualDisplay,
  type VirtualDisplay,
} from '../tools/virtual-display.ts';
import { isShortened, startScene, type Scene } from './scene.ts';

const canRun = hasVirtualDisplay();
if (!canRun) console.log('Skipped the real popup: Xvfb is not installed.');

/** How the popup measures itself, in CSS pixels. */
interface Measures {
  width: number;
  height: number;
  /** The content would scroll if it were wider than the popup. */
  contentWidth: number;
  contentHeight: number;
  footerBottom: number;
  /** On the screen. Chrome does not say where a popup is, only that it is 0 or more. */
  screenBottom: number;
  rows: number;
}

// The window’s own bars take about 100 pixels of the height.
const LOW = { screen: 'a low screen', width: 1366, height: 600, popup: [300, 520] };
const LARGE = { screen: 'a large screen', width: 1366, height: 900, popup: [600, 600] };

// The low screen is always tested, because the browser decides more there.
describe.skipIf(!canRun).each(isShortened() ? [LOW] : [LOW, LARGE])(
  'the popup of the toolbar button on $screen',
  ({ width, height, popup: [least = 0, most] }) => {
    let display: VirtualDisplay;
    let scene: Scene;

    beforeAll(async () => {
      display = await startVirtualDisplay({ width, height });
      process.env['DISPLAY'] = display.name;
      scene = await startScene({ browser: { headless: false, windowSize: { width, height } } });
      await scene.connect();
    });

    afterAll(async () => {
      await scene?.end();
      display?.close();
    });

    it('fits into what the browser gives it', async () => {
      await scene.browser.openActionPopup();
      const measures = await until(
        async () => {
          const found = await scene.browser.inActionPopup(measure);
          return found?.rows === 5 && found.height <= (most ?? 0) && found;
        },
        { what: `the popup with its rows, at most ${most} pixels high` },
      );
      expect(measures.width).toBe(380);
      expect(measures.height).toBeGreaterThanOrEqual(least);
      expect(measures.screenBottom).toBeLessThanOrEqual(height);
      expect(measures.contentWidth).toBe(measures.width);
      expect(measures.contentHeight).toBe(measures.height);
      expect(measures.footerBottom).toBe(measures.height);
    });
  },
);

// Runs in the workbench, with the popup's window.
function measure(popup: Window): Measures {
  const { document, innerWidth, innerHeight } = popup;
  const { clientWidth, clientHeight } = document.documentElement;
  const root = document.querySelector('#root')!;
  return {
    width: innerWidth,
    height: innerHeight,
    // Narrower than the window beside a scroll bar.
    contentWidth: Math.min(clientWidth, root.scrollWidth),
    contentHeight: Math.max(clientHeight, root.scrollHeight),
    footerBottom: document.querySelector('footer')!.getBoundingClientRect().bottom,
    screenBottom: innerHeight + Number(Reflect.get(popup, 'mozInnerScreenY') ?? 0),
    rows: document.querySelectorAll('li[data-id]').length,
  };
}
