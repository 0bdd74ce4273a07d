import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packagesOf } from '@/lib/base/about/build/hooks.ts';
import { ROOT } from '../../../tools/build.ts';

const module = (path: string): string => join(ROOT, 'node_modules', path);

it('lists each package once, by name, and nothing of this project', () => {
  const packages = packagesOf([
    module('react/index.js'),
    module('@noble/hashes/sha3.js'),
    module('react/jsx-runtime.js'),
    join(ROOT, 'lib/base/about/version.ts'),
    '\0virtual',
  ]);
  expect(packages.map(({ name }) => name)).toEqual(['@noble/hashes', 'react']);
  for (const { version, license, text } of packages) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(license).toBe('MIT');
    expect(text).toMatch(/Copyright.*(Paul Miller|Meta)/);
  }
});

it('writes out the license of a package that only names it', () => {
  const [wxt] = packagesOf([module('wxt/dist/index.mjs')]);
  expect(wxt?.text).toMatch(/^MIT License\n\nCopyright \(c\) the authors of wxt\n\nPermission is/);
});
