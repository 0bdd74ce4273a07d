import { z } from '../zod.ts';

export const LICENSES_FILE = 'licenses.json';

export const shippedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression. */
  license: z.string(),
  /** License text, with the notice if there is one. */
  text: z.string(),
});

export type ShippedPackage = z.infer<typeof shippedPackageSchema>;
