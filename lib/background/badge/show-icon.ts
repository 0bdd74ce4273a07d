import { browser } from 'wxt/browser';
import { isDeepEqual } from '../../base/deep-equal.ts';
import type { IconFace } from '../../domain/prices/icon-face.ts';
import { ICON_SIZES, iconPixels } from '../../domain/prices/icon-pixels.ts';
import { shownIcon } from '../../storage/values/badge.ts';

/**
 * Draws the toolbar icon; `null`: the mark of Pricelight. Only if it is another one than the browser
 * shows, even if an earlier worker drew that.
 */
export async function showIcon(face: IconFace | null): Promise<void> {
  const wanted = face ?? 'logo';
  if (isDeepEqual(await shownIcon.getValue(), wanted)) return;
  const { action, runtime } = browser;
  await action.setIcon(
    face ? { imageData: imagesOf(face) } : { path: pathsFrom(runtime.getManifest().icons) },
  );
  // Afterward: if the worker dies in between, the next one draws it again.
  await shownIcon.setValue(wanted);
}

function imagesOf(face: IconFace): Record<string, ImageData> {
  return Object.fromEntries(
    ICON_SIZES.map((size) => [size, new ImageData(iconPixels(face, size), size)]),
  );
}

function pathsFrom(icons: object = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(icons).map(([size, path]) => [size, `/${String(path)}`]),
  );
}
