import { vi } from 'vitest';

/** Collects files that the page would save, instead of saving them, until the test ends. */
export function keepSavedFiles(): { name: string; text: () => Promise<string>; blob: Blob }[] {
  const files: { name: string; text: () => Promise<string>; blob: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:saved/${blobs.size}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is saved here
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function collect(
    this: HTMLAnchorElement,
  ) {
    const [, type, base64] = /^data:(.*);base64,(.*)$/.exec(this.href) ?? [];
    const blob =
      base64 === undefined
        ? blobs.get(this.href)
        : new Blob([Uint8Array.fromBase64(base64)], { type: type ?? '' });
    if (blob) files.push({ name: this.download, text: () => blob.text(), blob });
  });
  return files;
}
