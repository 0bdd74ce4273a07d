/** An object, but neither `null` nor a list. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isMapOf<T>(
  value: unknown,
  isEntry: (entry: unknown) => entry is T,
): value is Record<string, T> {
  return isMap(value) && Object.values(value).every(isEntry);
}

export function isTextMap(value: unknown): value is Record<string, string> {
  return isMapOf(value, (entry) => typeof entry === 'string');
}
