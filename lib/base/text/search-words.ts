/** Accents and other marks of any script, but not those that make another kana. */
const MARKS = /[\p{Script=Inherited}\u0640]/gu;
const KANA_MARKS = /[\u3099\u309A]/;
const HIRAGANA = /[\u3041-\u3096\u309D\u309E]/g;
const TO_KATAKANA = 0x60;
/** Between letters, as in `L'Oréal`. */
const APOSTROPHES = /['’ʼ`´]/g;
const NOT_ALPHANUMERIC = /[^\p{L}\p{M}\p{N}]+/gu;

/** Letters that people type in place of others, and that Unicode does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ء: '',
};
const ASCII = /^[ -~]*$/;
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/**
 * Prepares text for searching, on both sides of the comparison: words in lower case with single
 * spaces between and around them. Accents, width, hamza and the kind of kana make no difference.
 */
export function searchWords(text: string): string {
  const letters = ASCII.test(text) ? text.toLowerCase() : toPlainLetters(text);
  return ` ${letters.replaceAll(APOSTROPHES, '').replaceAll(NOT_ALPHANUMERIC, ' ').trim()} `;
}

function toPlainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(MARKS, (mark) => (KANA_MARKS.test(mark) ? mark : ''))
    .replaceAll(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(HIRAGANA, toKatakana)
    .normalize('NFC');
}

function toKatakana(kana: string): string {
  return String.fromCodePoint((kana.codePointAt(0) ?? 0) + TO_KATAKANA);
}
