import * as z from 'zod/mini';

// By name: the namespace at run time would keep all of zod in every bundle.
export { _default as withDefault } from 'zod/mini';

// Before the first schema is built: the extension's policy forbids zod's code generation, and
// reports each try.
z.config({ jitless: true });

/** Up to 1,000 digits. */
export const integerText = z.string().check(z.regex(/^-?\d{1,1000}$/));

export { z };
