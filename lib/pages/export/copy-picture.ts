import { SaveError } from '../../base/save-error.ts';

/** Copies a picture to the clipboard. Browsers allow this only while handling a click. */
export async function copyPicture(blob: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  } catch (cause) {
    throw new SaveError('copyRefused', { cause });
  }
}
