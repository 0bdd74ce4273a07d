const HEX_DIGITS = 32;

/** Identifies a service by a hash: the path of its base URL may be a secret. */
export async function serviceMark(baseUrl: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(baseUrl));
  return new Uint8Array(digest).toHex().slice(0, HEX_DIGITS);
}
