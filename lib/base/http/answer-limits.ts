/** How large a genuine answer can be, with room to spare. */
export interface AnswerLimits {
  /** After decompression. */
  bytes: number;
  /** Values in its lists and objects. */
  values: number;
}

/** Deeper than any answer of a price service. JSON.parse recurses once per level. */
const MAX_DEPTH = 16;

/** An object with very many fields is slow to build. Those of a price service have up to 20. */
const MAX_FIELDS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACE = 0x7b;

/**
 * Says which limit a JSON text exceeds, in one pass and before anything is parsed: 4 MiB of nested or
 * tiny values would keep `JSON.parse` busy for a third of a second. What is not JSON passes.
 *
 * @returns such as `more than 16 levels`; `null`: none
 */
export function exceededLimit(json: string, { bytes, values }: AnswerLimits): string | null {
  // A character is at least one byte.
  if (json.length > bytes) return `larger than ${bytes} bytes`;
  let count = 0;
  // For each open list or object, how many of its own commas were passed; a list's do not count.
  const commas: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (isOpening(code)) {
      count += 1;
      commas.push(code === BRACE ? 0 : -Infinity);
      if (commas.length > MAX_DEPTH) return `more than ${MAX_DEPTH} levels`;
    } else if (isClosing(code)) commas.pop();
    else if (code === COMMA) {
      count += 1;
      const own = (commas.pop() ?? -Infinity) + 1;
      commas.push(own);
      if (own >= MAX_FIELDS) return `more than ${MAX_FIELDS} fields`;
    }
    if (count > values) return `more than ${values} values`;
  }
  return null;
}

/** Returns the index of the closing quote, or the length of the text. */
export function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return json.length;
}

/** `[` or `{` */
export function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

/** `]` or `}` */
export function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}
