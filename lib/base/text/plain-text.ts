/** Matches most names: printable ASCII with single spaces needs no cleaning. */
const PLAIN_ASCII = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Zero-width characters, bidi controls, variation selectors, tags, fillers, soft hyphens and
 * controls, which can only deceive in a name. Does not match spaces and line breaks.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?![\t-\r\x85])\p{Cc}/gu;

/** White space, and the empty braille pattern, which looks like a space. */
const BLANKS = /[\s\x85\u2800]+/g;

/** These marks would combine with the character before the text. */
const MARKS_WITHOUT_BASE = /(^|[\s\x85\u2800])\p{M}+/gu;

const MARKS = /\p{M}{3,}/gu;
/** Diacritics without a script, and marks of scripts that stack at most two. */
const STACKED_MARK = /[\p{Script=Inherited}\p{Script=Thai}\p{Script=Lao}]/u;
const MAX_STACKED = 2;
/** Hindi stacks three marks on a letter, Burmese and Tibetan up to four. */
const MAX_MARKS = 4;

/** A joiner changes the shape of letters, as in Persian and Sinhala. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}' +
  '\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}' +
  '\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}';
const VIRAMAS =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA';
const LETTER = `(?=\\p{L})[${JOINING}]`;
// Not \p{RGI_Emoji}: its first use takes several milliseconds of the popup's start.
const EMOJI = '\\p{Extended_Pictographic}(?:\\uFE0F|[\\u{1F3FB}-\\u{1F3FF}])?';
const MEANINGFUL = [
  // Flags of regions, emoji with joiners and selectors, keycaps.
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{2,6}\\u{E007F}',
  `${EMOJI}(?:\\u200D${EMOJI})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  // A joiner within a word, or after a virama even at the end of a word.
  `(?<=${LETTER}\\p{M}*)[\\u200C\\u200D](?=${LETTER})`,
  `(?<=${LETTER}\\p{M}{0,2}[${VIRAMAS}])[\\u200C\\u200D](?!\\p{M})`,
];
let meaningfulOrInvisible: RegExp | undefined;

/**
 * Cleans untrusted text for one line: no invisible characters, single spaces, few marks per letter,
 * no lone surrogates. Joiners are removed too, because a name with a joiner could pass for the name
 * without it. An emoji sequence is split.
 * @param limit the most code points in the result; the last one is `…` if the text was cut
 */
export function plainText(text: string, limit: number): string {
  return fit(text, limit, (head) => clean(withoutInvisible(head)));
}

/**
 * Like `plainText` for names that users enter. Keeps joiners and selectors that are part of the
 * spelling: in emoji, and in scripts such as Arabic and Devanagari.
 * @param limit as for `plainText`
 */
export function typedText(text: string, limit: number): string {
  return fit(text, limit, (head) => {
    // Created on first use, because few users ever need it.
    meaningfulOrInvisible ??= new RegExp(`(${MEANINGFUL.join('|')})|${INVISIBLE.source}`, 'gu');
    // Normalized first, which may move a mark between a virama and its joiner.
    const normal = head.normalize('NFC');
    return clean(
      normal.replace(meaningfulOrInvisible, (_, meaningful?: string) => meaningful ?? ''),
    );
  });
}

/** Keeps white space. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

function fit(text: string, limit: number, cleanUp: (text: string) => string): string {
  if (text.length <= limit && PLAIN_ASCII.test(text)) return text;
  // Cut first, so that a huge text does not take long.
  const head = text.length > 8 * limit ? cutBetweenCharacters(text, 8 * limit) : text;
  const whole = cleanUp(head);
  const characters = whole.length > limit ? Array.from(whole) : [];
  if (characters.length <= limit) return whole;
  // The cut can leave a joiner without its second half.
  return `${cleanUp(characters.slice(0, limit - 1).join(''))}…`;
}

function cutBetweenCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

function clean(visible: string): string {
  return visible
    .toWellFormed()
    .replace(MARKS_WITHOUT_BASE, '$1')
    .replace(MARKS, withFewMarks)
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .trim();
}

function withFewMarks(run: string): string {
  let stacked = 0;
  let count = 0;
  return Array.from(run, (mark) => {
    if (STACKED_MARK.test(mark)) stacked += 1;
    if (count >= MAX_MARKS || (STACKED_MARK.test(mark) && stacked > MAX_STACKED)) return '';
    count += 1;
    return mark;
  }).join('');
}
