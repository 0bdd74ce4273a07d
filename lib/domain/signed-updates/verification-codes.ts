/** The verification problems that consist of their code only. */
export const CODES_WITHOUT_DATA = [
  'unknown-encoding',
  'not-text',
  'too-large',
  'too-many-parts',
  'too-many-messages',
  'too-much-hashing',
  'not-an-update',
  'not-a-price-root',
  'not-in-root',
  'impossible-time',
  'no-signed-price',
  'no-signed-caps',
] as const;
export type CodeWithoutData = (typeof CODES_WITHOUT_DATA)[number];
