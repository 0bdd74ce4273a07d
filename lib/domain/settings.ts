import { MAX_NAME } from '../base/text/fit-name.ts';
import { unixMilliseconds, z, listOf } from '../base/zod.ts';
import { MAX_HEADERS, MAX_SERVICE_ID, MAX_SERVICES } from '../base/limits.ts';

const headersSchema = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .check(z.maxLength(MAX_HEADERS));

/** The id of the service of sample prices, which is never in the list. */
export const SAMPLE_ID = 'samples';

/** Whether an id can be a key of an object, and is not that of the sample prices. */
export function isOwnId(id: string): boolean {
  return id !== SAMPLE_ID && id !== 'prototype' && !(id in Object.prototype);
}

const serviceSchema = z
  .object({
    /** Unique in the list and permanent. */
    id: z.string().check(z.minLength(1), z.maxLength(MAX_SERVICE_ID), z.refine(isOwnId)),
    /** Empty: the host is shown. */
    name: z.string().check(z.maxLength(MAX_NAME)),
    /** Without credentials, query or fragment. Its path may contain a secret. */
    baseUrl: z.string(),
    /** Sent to this service only. Values are secrets. */
    headers: headersSchema,
    /** Nothing is requested from it. */
    isPaused: z.boolean(),
    /** Its unverified prices may appear among those of other services. */
    mayMixUnverified: z.boolean(),
  })
  .check(z.refine(isUsable));
export type ServiceSettings = z.infer<typeof serviceSchema>;

export type EditedService = Pick<ServiceSettings, 'name' | 'baseUrl' | 'headers'>;

export type ConnectionSettings = Pick<ServiceSettings, 'baseUrl' | 'headers'>;

/** By price service id. `null`: the user wants none. Missing: the user was not asked. */
export const historyServicesSchema = z.record(
  z.string(),
  z.nullable(
    z
      .object({
        /** The paths of UDF are below it. */
        baseUrl: z.string(),
        headers: headersSchema,
      })
      .check(z.refine(isUsable)),
  ),
);
export type HistoryServices = z.infer<typeof historyServicesSchema>;

/** In order of use. */
export const servicesSchema = z
  .pipe(
    listOf(serviceSchema, MAX_SERVICES),
    z.transform((list) => list.filter(({ id }, index) => indexOf(list, id) === index)),
  )
  .check(z.minLength(1));

function indexOf(list: readonly ServiceSettings[], sought: string): number {
  return list.findIndex(({ id }) => id === sought);
}

/** Whether requests are possible. A stored value may be damaged. */
function isUsable(connection: ConnectionSettings): boolean {
  try {
    const { protocol, username, password, href } = new URL(connection.baseUrl);
    const headers = connection.headers.map(({ name, value }): [string, string] => [name, value]);
    const isPlain = username === '' && password === '' && !/[?#]/.test(href);
    return isPlain && /^https?:$/.test(protocol) && Boolean(new Headers(headers));
  } catch {
    return false;
  }
}

export const backgroundUpdatesSchema = z.enum(['live', 'balanced', 'saver', 'none']);
export type BackgroundUpdates = z.infer<typeof backgroundUpdatesSchema>;

export const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** The colors of up and down: green and red, red and green, blue and orange. */
  palette: z.enum(['green-up', 'red-up', 'blue-up']),
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
