const HEX_DIGITS = 32;

/** Tells services apart without their addresses, whose paths may be secrets: a hash of the base URL. */
export async function serviceMark(baseUrl: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(baseUrl));
  return new Uint8Array(digest).toHex().slice(0, HEX_DIGITS);
}
