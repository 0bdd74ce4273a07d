import { typedText } from './plain-text.ts';

/** Characters (UTF-16 units) of a group's or a feed's own name. */
export const MAX_NAME = 60;

/** A name as it is stored: one line, nothing invisible, at most 60 characters; may come out empty. */
export function fitName(name: string): string {
  let fitted = typedText(name, MAX_NAME);
  // An emoji is one character to its reader and several UTF-16 units.
  for (let limit = MAX_NAME - 1; fitted.length > MAX_NAME; limit -= 1) {
    fitted = typedText(name, limit);
  }
  return fitted;
}
