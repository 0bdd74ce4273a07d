import { z } from '../zod.ts';
import { LICENSES_FILE, shippedPackageSchema, type ShippedPackage } from './shipped-package.ts';

/**
 * The packages in this extension, sorted by name.
 * @throws if the file is missing or damaged
 */
export async function readLicenses(): Promise<ShippedPackage[]> {
  const response = await fetch(`/${LICENSES_FILE}`);
  return z.array(shippedPackageSchema).parse(await response.json());
}
