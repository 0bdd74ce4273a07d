/** How large a genuine response can be, with room to spare. */
export interface AnswerLimits {
  /** After decompression. */
  bytes: number;
  /** Values in lists and objects. */
  values: number;
  /** Fields of an object. Genuine responses have up to 20, and large objects are slow to build. */
  fields?: number;
}

/** JSON.parse recurses once per level. */
const MAX_DEPTH = 16;

const MAX_FIELDS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACE = 0x7b;

/**
 * Which limit a JSON text exceeds, such as `more than 16 levels`. Makes one pass before parsing: 4
 * MiB of nested or tiny values would keep `JSON.parse` busy for a third of a second. Text that is
 * not JSON passes.
 */
export function exceededLimit(
  json: string,
  { bytes, values, fields = MAX_FIELDS }: AnswerLimits,
): string | null {
  // A character has at least one byte.
  if (json.length > bytes) return `larger than ${bytes} bytes`;
  let count = 0;
  // Commas passed in each open list or object. Only those of objects count.
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
      if (own >= fields) return `more than ${fields} fields`;
    }
    if (count > values) return `more than ${values} values`;
  }
  return null;
}

/** The index of the closing quote, or the length of the text. */
export function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return json.length;
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}
