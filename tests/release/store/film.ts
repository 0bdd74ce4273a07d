import type { Page } from 'puppeteer-core';
import type { Size } from './shots.ts';

/** A painted ground and the place of the popup on it, in CSS pixels. */
export interface Ground {
  /** Base64. */
  png: string;
  place: { x: number; y: number; width: number; height: number; radius: number };
}

/** Pictures of the popup on one ground, by the time since the scene began. */
export interface Scene {
  ground: string;
  milliseconds: number;
  frames: readonly { at: number; jpeg: string }[];
}

const BITS_PER_SECOND = 3_000_000;

/** Plays the scenes on a canvas in `page`, in their own time, and records them as a WebM file. */
export async function encodeFilm(
  page: Page,
  { width, height }: Size,
  grounds: ReadonlyMap<string, Ground>,
  scenes: readonly Scene[],
): Promise<Buffer> {
  await page.bringToFront();
  const base64 = await page.evaluate(recordInPage, {
    width,
    height,
    grounds: Object.fromEntries(grounds),
    scenes: [...scenes],
    bitsPerSecond: BITS_PER_SECOND,
  });
  return Buffer.from(base64, 'base64');
}

interface Film extends Size {
  grounds: Record<string, Ground>;
  scenes: Scene[];
  bitsPerSecond: number;
}

// This runs in the page, without access to this module.
async function recordInPage(film: Film): Promise<string> {
  const { width, height, bitsPerSecond } = film;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  const pictureOf = async (type: string, base64: string): Promise<ImageBitmap> =>
    createImageBitmap(await (await fetch(`data:image/${type};base64,${base64}`)).blob());
  const scenes = await Promise.all(
    film.scenes.map(async ({ ground, milliseconds, frames }) => {
      const { png, place } = film.grounds[ground] as Ground;
      const pictures = frames.map(async ({ at, jpeg }) => ({
        at,
        picture: await pictureOf('jpeg', jpeg),
      }));
      return {
        place,
        milliseconds,
        ground: await pictureOf('png', png),
        frames: await Promise.all(pictures),
      };
    }),
  );

  const chunks: Blob[] = [];
  const recorder = new MediaRecorder(canvas.captureStream(30), {
    mimeType: 'video/webm;codecs=vp9',
    videoBitsPerSecond: bitsPerSecond,
  });
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));

  let isStarted = false;
  for (const { ground, place, frames, milliseconds } of scenes) {
    const start = performance.now();
    for (;;) {
      const now = performance.now() - start;
      if (now >= milliseconds) break;
      const shown = frames.findLast(({ at }) => at <= now) ?? frames[0];
      context.drawImage(ground, 0, 0, width, height);
      context.save();
      context.beginPath();
      context.roundRect(place.x, place.y, place.width, place.height, place.radius);
      context.clip();
      if (shown) context.drawImage(shown.picture, place.x, place.y, place.width, place.height);
      context.restore();
      if (!isStarted) recorder.start();
      isStarted = true;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }
  recorder.stop();
  await ended;

  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
