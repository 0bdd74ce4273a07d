import { z } from '../zod.ts';

/** The file of the extension that lists the packages it contains. */
export const LICENSES_FILE = 'licenses.json';

/** A package whose code is in the extension. */
export const shippedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression. */
  license: z.string(),
  /** The license's text, and the notice if there is one. */
  text: z.string(),
});

export type ShippedPackage = z.infer<typeof shippedPackageSchema>;
