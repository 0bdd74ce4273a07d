import { isMap } from '../base/is-map.ts';

// Whether a stored value is exactly what the current version stores. Pages load without zod: they
// take such a value as it is, and load the value's schema for any other one. So a guard may reject
// what the schema accepts or repairs, but may never accept what the schema would change.

/** Whether a value needs no schema. */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';

export const isTrueOrFalse: Guard<boolean> = (value) => typeof value === 'boolean';

export const isNumber: Guard<number> = (value): value is number => Number.isFinite(value);

export const isInteger: Guard<number> = (value): value is number => Number.isSafeInteger(value);

export function isTextLike(pattern: RegExp): Guard<string> {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

export function isFrom(least: number, most: number, isOfKind = isNumber): Guard<number> {
  return (value): value is number => isOfKind(value) && value >= least && value <= most;
}

export function isOneOf<const T>(...values: readonly T[]): Guard<T> {
  return (value): value is T => values.some((one) => one === value);
}

export function isAnyOf<T>(...guards: ReadonlyArray<Guard<T>>): Guard<T> {
  return (value): value is T => guards.some((guard) => guard(value));
}

export function isNullOr<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

/** For an optional field. */
export function isAbsentOr<T>(guard: Guard<T>): Guard<T> {
  return (value): value is T => value === undefined || guard(value);
}

export function isListOf<T>(guard: Guard<T>, maxLength = Infinity): Guard<T[]> {
  return (value): value is T[] =>
    Array.isArray(value) && value.length <= maxLength && value.every((entry) => guard(entry));
}

/** An object with any keys, or only with those that pass `isKey`. */
export function isMapOf<T>(
  guard: Guard<T>,
  isKey: Guard<string> = isText,
  maxSize = Infinity,
): Guard<Record<string, T>> {
  return (value): value is Record<string, T> =>
    isPlain(value) &&
    !Object.hasOwn(value, '__proto__') &&
    Object.keys(value).length <= maxSize &&
    Object.keys(value).every((key) => isKey(key)) &&
    Object.values(value).every((entry) => guard(entry));
}

/** An object with these fields and no others. */
export function hasShape<T extends object>(fields: {
  readonly [Field in keyof T]-?: Guard<T[Field]>;
}): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(fields);
  const isKnown = (key: string): boolean => Object.hasOwn(fields, key);
  return (value): value is T =>
    isPlain(value) &&
    guards.every(([field, guard]) => guard(value[field])) &&
    Object.keys(value).every(isKnown);
}

// Firefox can store dates and maps, too.
function isPlain(value: unknown): value is Record<string, unknown> {
  return isMap(value) && Object.prototype.toString.call(value) === '[object Object]';
}
