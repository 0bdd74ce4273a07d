import { unixMilliseconds } from '../../unit-schemas.ts';
import { z } from '../../zod.ts';
import { MAX_HEADERS } from '../limits.ts';

export const connectionSchema = z
  .object({
    /** `http(s)` URL without credentials, query or fragment. Its path may contain a secret. */
    baseUrl: z.string(),
    /** Sent with every request. Values are secrets. */
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .check(z.maxLength(MAX_HEADERS)),
  })
  .check(z.refine(isUsable));
export type ConnectionSettings = z.infer<typeof connectionSchema>;

/** Whether requests can be made. The pages check more, but a stored value may be damaged. */
function isUsable(connection: { baseUrl: string; headers: { name: string; value: string }[] }) {
  try {
    const { protocol, username, password, href } = new URL(connection.baseUrl);
    const headers = connection.headers.map(({ name, value }): [string, string] => [name, value]);
    const isPlain = username === '' && password === '' && !/[?#]/.test(href);
    return isPlain && /^https?:$/.test(protocol) && Boolean(new Headers(headers));
  } catch {
    return false;
  }
}

export const backgroundUpdatesSchema = z.enum(['live', 'balanced', 'saver']);
export type BackgroundUpdates = z.infer<typeof backgroundUpdatesSchema>;

export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  palette: z.enum(['green-up', 'red-up']),
});
export type Appearance = z.infer<typeof appearanceSchema>;

export const staleLimitSchema = z.int().check(z.minimum(5), z.maximum(86_400));

export const signaturesSchema = z.enum(['show', 'require', 'off']);
export type Signatures = z.infer<typeof signaturesSchema>;

export const trustSchema = z.object({
  beta: z.boolean(),
  upgrades: z.array(z.string()),
  custom: z.array(
    z.object({
      name: z.string(),
      emitterChain: z.int(),
      emitterAddress: z.string(),
      keys: z.array(z.string()),
      quorum: z.int(),
      setIndex: z.int(),
    }),
  ),
  setsInUse: z.record(z.string(), unixMilliseconds),
});
