import { typedText } from './plain-text.ts';

/** In UTF-16 units. */
export const MAX_NAME = 60;

/**
 * Normalizes a name for storage: one line, no meaningless invisible characters, at most {@link
 * MAX_NAME} units. The result can be empty.
 */
export function fitName(name: string): string {
  let fitted = typedText(name, MAX_NAME);
  // `typedText` counts code points, and an emoji has several UTF-16 units.
  for (let limit = MAX_NAME - 1; fitted.length > MAX_NAME; limit -= 1) {
    fitted = typedText(name, limit);
  }
  return fitted;
}
