import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShippedPackage } from '../../lib/base/about/shipped-package.ts';
import { z } from '../../lib/base/zod.ts';
import { ROOT } from '../tools/build.ts';
import { RELEASE, VERSION } from './packages.ts';
import { shippedIn } from './shipped.ts';
import type { Step } from './steps.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), integrity: z.optional(z.string()) }),
  ),
});
type Lock = z.infer<typeof lockSchema>;

/** Writes what the packages contain as a software bill of materials (CycloneDX 1.6). */
export const SBOM: Step = {
  title: 'Bill of materials',
  async run() {
    const lock = lockSchema.parse(
      JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')),
    );
    const packages = new Map<string, ShippedPackage>();
    for (const browser of ['chrome', 'firefox'] as const) {
      for (const each of await shippedIn(browser)) packages.set(purlOf(each), each);
    }
    const name = `pricelight-${VERSION}-sbom.cdx.json`;
    const text = JSON.stringify(billOfMaterials([...packages.values()], lock), null, 2);
    await writeFile(join(RELEASE, name), `${text}\n`);
    return `${packages.size} packages in ${name}`;
  },
};

/** Without a time or a random serial number: the same packages give the same file. */
export function billOfMaterials(packages: readonly ShippedPackage[], lock: Lock) {
  const self = `pkg:npm/pricelight@${VERSION}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'pricelight',
        version: VERSION,
        licenses: [{ license: { id: 'MIT' } }],
        purl: self,
      },
    },
    components: packages.map((each) => componentOf(each, lock)),
    dependencies: [{ ref: self, dependsOn: packages.map(purlOf) }],
  };
}

function componentOf(shipped: ShippedPackage, lock: Lock) {
  const { name, version, license } = shipped;
  return {
    type: 'library',
    'bom-ref': purlOf(shipped),
    name,
    version,
    hashes: [{ alg: 'SHA-512', content: hashOf(shipped, lock) }],
    licenses: [{ license: { id: license } }],
    purl: purlOf(shipped),
  };
}

/** The hash of the package's archive in the registry, in hex. */
function hashOf({ name, version }: ShippedPackage, { packages }: Lock): string {
  const entry = Object.entries(packages).find(
    ([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === version,
  );
  const base64 = /^sha512-(.+)$/.exec(entry?.[1].integrity ?? '')?.[1];
  if (base64 === undefined) throw new Error(`package-lock.json has no hash of ${name} ${version}`);
  return Buffer.from(base64, 'base64').toString('hex');
}

function purlOf({ name, version }: ShippedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
