import * as z from 'zod/mini';

// By name: taking it out of the namespace at run time would keep all of zod in every bundle.
export { _default as withDefault } from 'zod/mini';

// Before the first schema is built: the extension's content security policy forbids the code
// generation that zod would otherwise try, and each try is reported as a violation.
z.config({ jitless: true });

/** Integer digits of any length up to 1,000. */
export const integerText = z.string().check(z.regex(/^-?\d{1,1000}$/));

export { z };
