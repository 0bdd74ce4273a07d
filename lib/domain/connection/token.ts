const BEARER = /^Bearer (\S+)$/;

/**
 * The `Authorization` header for what was typed or pasted as an access token: "Bearer " is added,
 * unless it already has a scheme. Empty for an empty text.
 */
export function authorizationOf(typed: string): string {
  const text = typed.trim();
  const isWhole = text === '' || /\s/.test(text) || /^bearer$/i.test(text);
  return isWhole ? text : `Bearer ${text}`;
}

/**
 * What the token field shows for an `Authorization` header, such that saving it changes nothing;
 * `null` if the field can't show it, because its value has no scheme.
 */
export function tokenOf(authorization: string): string | null {
  const token = BEARER.exec(authorization)?.[1];
  if (token !== undefined && authorizationOf(token) === authorization) return token;
  return authorizationOf(authorization) === authorization && authorization !== ''
    ? authorization
    : null;
}
