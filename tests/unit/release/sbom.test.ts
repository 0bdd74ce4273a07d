import { expect, it } from 'vitest';
import { billOfMaterials } from '../../release/sbom.ts';

const NOBLE = { name: '@noble/hashes', version: '2.4.0', license: 'MIT', text: 'Permission' };
const LOCK = {
  packages: {
    'node_modules/other/node_modules/@noble/hashes': { version: '1.8.0', integrity: 'sha512-AAAA' },
    'node_modules/@noble/hashes': { version: '2.4.0', integrity: 'sha512-AQL/' },
  },
};

it('names each package with its address in the registry, its license and its hash', () => {
  const { components, dependencies, metadata } = billOfMaterials([NOBLE], LOCK);
  const purl = 'pkg:npm/%40noble/hashes@2.4.0';
  expect(components).toMatchObject([
    {
      purl,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '0102ff' }],
    },
  ]);
  expect(dependencies).toEqual([{ ref: metadata.component.purl, dependsOn: [purl] }]);
});

it('refuses a package that the lock file does not have', () => {
  const other = { ...NOBLE, version: '2.5.0' };
  expect(() => billOfMaterials([other], LOCK)).toThrow('no hash of @noble/hashes 2.5.0');
});
