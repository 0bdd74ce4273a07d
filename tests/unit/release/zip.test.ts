import { crc32, deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readZip } from '../../tools/zip.ts';

const TEXT = Buffer.from('price '.repeat(100));

it('reads stored and deflated files in their folders', () => {
  const archive = zip([
    { name: 'a.txt', content: TEXT, packed: TEXT, method: 0 },
    { name: 'lib/é.txt', content: TEXT, packed: deflateRawSync(TEXT), method: 8 },
  ]);
  expect([...readZip(archive)]).toEqual([
    ['a.txt', TEXT],
    ['lib/é.txt', TEXT],
  ]);
});

it('refuses what is no archive', () => {
  expect(() => readZip(TEXT)).toThrow(RangeError);
});

interface File {
  name: string;
  content: Buffer;
  packed: Buffer;
  method: number;
}

function zip(files: readonly File[]): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(file.method, 4);
    shared.writeUInt32LE(crc32(file.content), 10);
    shared.writeUInt32LE(file.packed.length, 14);
    shared.writeUInt32LE(file.content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(signed('PK\u0001\u0002\u0014\u0000'), shared, place, name);
    const body = Buffer.concat([signed('PK\u0003\u0004'), shared, name, file.packed]);
    offset += body.length;
    bodies.push(body);
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, directory, signed('PK\u0005\u0006'), end]);
}

function signed(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
