import { ExportError } from './errors.ts';

/** Puts a picture on the clipboard. Has to be called in the turn of a click. */
export async function copyPicture(blob: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  } catch (cause) {
    throw new ExportError('The browser did not let the picture be copied. Save it instead.', {
      cause,
    });
  }
}
