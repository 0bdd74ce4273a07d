const BEARER = /^Bearer (\S+)$/;

/** Adds "Bearer " to a typed access token without a scheme. Empty for an empty text. */
export function authorizationOf(typed: string): string {
  const text = typed.trim();
  const isWhole = text === '' || /\s/.test(text) || /^bearer$/i.test(text);
  return isWhole ? text : `Bearer ${text}`;
}

/** The inverse of `authorizationOf`; `null` if the value has no scheme. */
export function tokenOf(authorization: string): string | null {
  const token = BEARER.exec(authorization)?.[1];
  if (token !== undefined && authorizationOf(token) === authorization) return token;
  return authorizationOf(authorization) === authorization && authorization !== ''
    ? authorization
    : null;
}
