import { endOfString } from '../base/http/answer-limits.ts';

const QUOTE = 0x22;
const MINUS = 0x2d;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Quotes every number of a JSON text, so that `JSON.parse` returns digits instead of a rounded
 * double. The reviver's `context.source` takes three times as long in Chromium (10,000 bars: 23 ms
 * versus 8 ms), and Firefox before 135 lacks it.
 */
export function quoteNumbers(json: string): string {
  const parts: string[] = [];
  let copiedTo = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at);
      if (end === at) continue;
      parts.push(json.slice(copiedTo, at), json.slice(at, end));
      copiedTo = end;
      at = end - 1;
    }
  }
  parts.push(json.slice(copiedTo));
  // Numbers have odd indexes.
  return parts.join('"');
}

function endOfNumber(json: string, start: number): number {
  NUMBER.lastIndex = start;
  return NUMBER.test(json) ? NUMBER.lastIndex : start;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
