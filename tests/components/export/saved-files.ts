import { vi } from 'vitest';

/** Keeps what the page would save instead of saving it, until the test is over. */
export function keepSavedFiles(): { name: string; text: () => Promise<string>; blob: Blob }[] {
  const files: { name: string; text: () => Promise<string>; blob: Blob }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:kept/${blobs.size}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is saved here
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    if (blob) files.push({ name: this.download, text: () => blob.text(), blob });
  });
  return files;
}
