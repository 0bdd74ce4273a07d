import type { Page } from 'puppeteer-core';
import { POPUP } from './scenes.ts';

/** One picture of a page, and when it was painted, unix milliseconds. */
export interface Frame {
  at: number;
  /** Base64. */
  jpeg: string;
}

const QUALITY = 92;

/** Records what a page paints from now on, in Chromium. */
export async function startScreencast(page: Page): Promise<{ stop: () => Promise<Frame[]> }> {
  const session = await page.createCDPSession();
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1_000, jpeg: data });
    // The last frame may arrive after the recording has ended.
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: QUALITY,
    maxWidth: POPUP.width * 2,
    maxHeight: POPUP.height * 2,
  });
  return {
    async stop() {
      await session.send('Page.stopScreencast');
      await session.detach();
      return frames;
    },
  };
}
