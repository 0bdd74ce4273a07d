/** Printable ASCII with single spaces, as nearly all names are: nothing to do. */
const PLAIN_ASCII = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Characters without a shape of their own: zero-width characters, bidi controls, variation
 * selectors, tags, fillers, soft hyphens, controls. In a name they can only deceive. Not those that
 * stand for a space or a line break.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?![\t-\r\x85])\p{Cc}/gu;

/** White space of all kinds, and the empty braille pattern, which looks the same. */
const BLANKS = /[\s\x85\u2800]+/g;

/** Marks without a base letter would sit on whatever stands before the text. */
const MARKS_WITHOUT_BASE = /(^|[\s\x85\u2800])\p{M}+/gu;

const MARKS = /\p{M}{3,}/gu;
/** Diacritics of no particular script, and the marks of scripts that stack two at most. */
const STACKED_MARK = /[\p{Script=Inherited}\p{Script=Thai}\p{Script=Lao}]/u;
const MAX_STACKED = 2;
/** Hindi stacks three marks on a letter (nukta, vowel, nasal), Burmese and Tibetan up to four. */
const MAX_MARKS = 4;

/** Scripts in which a joiner changes how letters are written, as in Persian and Sinhala. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}' +
  '\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}' +
  '\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Myanmar}';
const VIRAMAS =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA';
const LETTER = `(?=\\p{L})[${JOINING}]`;
// Not \p{RGI_Emoji}: its first use takes several milliseconds, which a popup would wait for.
const EMOJI = '\\p{Extended_Pictographic}(?:\\uFE0F|[\\u{1F3FB}-\\u{1F3FF}])?';
const MEANT_INVISIBLE = [
  // The flags of regions, emoji with joiners and selectors, keycaps.
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{2,6}\\u{E007F}',
  `${EMOJI}(?:\\u200D${EMOJI})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  // A joiner within a word, or after a virama, which it may end.
  `(?<=${LETTER}\\p{M}*)[\\u200C\\u200D](?=${LETTER})`,
  `(?<=${LETTER}\\p{M}{0,2}[${VIRAMAS}])[\\u200C\\u200D](?!\\p{M})`,
];
let meantOrInvisible: RegExp | undefined;

/**
 * Text of others (the price service, a file) made fit to show in one line: no invisible characters,
 * single spaces, few marks on a letter, no lone surrogates.
 *
 * Joiners go too: a service's names are symbols and English, and a name with a joiner could pass
 * for the same name without. An emoji sequence falls into its parts.
 *
 * @param limit code points of the result, the last of which is `…` where text was cut
 */
export function plainText(text: string, limit: number): string {
  return fit(text, limit, (head) => clean(head.replace(INVISIBLE, '')));
}

/**
 * The same for names that users give to their own things. Joiners and selectors stay where they
 * belong to the spelling: in emoji, and between letters of scripts such as Arabic and Devanagari.
 */
export function typedText(text: string, limit: number): string {
  return fit(text, limit, (head) => {
    // Few users ever need it.
    meantOrInvisible ??= new RegExp(`(${MEANT_INVISIBLE.join('|')})|${INVISIBLE.source}`, 'gu');
    return clean(head.replace(meantOrInvisible, (_, meant?: string) => meant ?? ''));
  });
}

function fit(text: string, limit: number, cleaned: (text: string) => string): string {
  if (text.length <= limit && PLAIN_ASCII.test(text)) return text;
  // Cut before the work, which would otherwise grow with whatever a service sends.
  const head = text.length > 8 * limit ? cutBetweenCharacters(text, 8 * limit) : text;
  const whole = cleaned(head);
  const points = whole.length > limit ? Array.from(whole) : [];
  if (points.length <= limit) return whole;
  // Again: the cut may leave a joiner without its second half.
  return `${cleaned(points.slice(0, limit - 1).join(''))}…`;
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
  let kept = 0;
  return Array.from(run, (mark) => {
    if (STACKED_MARK.test(mark)) stacked += 1;
    if (kept >= MAX_MARKS || (STACKED_MARK.test(mark) && stacked > MAX_STACKED)) return '';
    kept += 1;
    return mark;
  }).join('');
}
