import { readFile } from 'node:fs/promises';
import { LICENSES_FILE, shippedPackageSchema } from '../../lib/base/about/shipped-package.ts';
import type { ShippedPackage } from '../../lib/base/about/shipped-package.ts';
import { z } from '../../lib/base/zod.ts';
import { readZip } from '../tools/zip.ts';
import { packageFile } from './packages.ts';

/** The packages that a released package of a browser says it contains. */
export async function shippedIn(browser: 'chrome' | 'firefox'): Promise<ShippedPackage[]> {
  const list = readZip(await readFile(packageFile(browser))).get(LICENSES_FILE);
  if (list === undefined) throw new Error(`The package for ${browser} has no ${LICENSES_FILE}`);
  return z.array(shippedPackageSchema).parse(JSON.parse(list.toString()));
}
