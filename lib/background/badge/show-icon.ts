import { browser } from 'wxt/browser';
import { ICON_SIZES, iconPixels, type IconFace } from '../../domain/prices/icon-pixels.ts';
import { shownIcon } from '../../storage/values/badge.ts';

/**
 * Creates a function that draws the toolbar icon (`null`: the Pricelight logo), unless the browser
 * already shows it from this worker or an earlier one. Await each call before the next.
 */
export function createIcon(): (face: IconFace | null) => Promise<void> {
  let shown: string | null = null;
  return async (face) => {
    const wanted = face ? JSON.stringify(face) : 'logo';
    // Reads the stored icon once, for an earlier worker's icon: the toolbar changes often.
    shown ??= await shownIcon.getValue();
    if (shown === wanted) return;
    const { action, runtime } = browser;
    await action.setIcon(
      face ? { imageData: imagesOf(face) } : { path: pathsFrom(runtime.getManifest().icons) },
    );
    shown = wanted;
    // Stored afterward: if the worker dies in between, the next one draws the icon again.
    await shownIcon.setValue(wanted);
  };
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
