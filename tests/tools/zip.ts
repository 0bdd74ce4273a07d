import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06_05_4b_50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const HEADER_SIZE = 30;

/**
 * The files of a zip archive by name. Node has no reader of its own; this one is for archives
 * without comment and ZIP64, stored or deflated, as WXT writes them.
 *
 * @throws RangeError not such an archive
 */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - END_SIZE;
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) {
    throw new RangeError('Not a zip archive without a comment.');
  }
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let read = 0; read < count; read += 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
    files.set(name, contentOf(archive, at));
    const extraLength = archive.readUInt16LE(at + 30);
    const commentLength = archive.readUInt16LE(at + 32);
    at += ENTRY_SIZE + nameLength + extraLength + commentLength;
  }
  return files;
}

/** Writes the files of such an archive into a folder. */
export async function unpackZip(archive: Buffer, folder: string): Promise<void> {
  for (const [name, content] of readZip(archive)) {
    // A folder.
    if (name.endsWith('/')) continue;
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

function contentOf(archive: Buffer, entry: number): Buffer {
  const header = archive.readUInt32LE(entry + 42);
  const namesLength = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const start = header + HEADER_SIZE + namesLength;
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed);
}
