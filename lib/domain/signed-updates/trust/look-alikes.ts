/*
 * Two names look alike if their skeletons are equal, as in Unicode's UTS #39. Here, differences in
 * case, accents, spaces and punctuation do not count either.
 */

/**
 * Characters that a reader takes for a Latin letter or a digit at the text size of a list. They are
 * the Latin, Greek, Cyrillic, Armenian, Cherokee, Coptic and Lisu letters and the symbols from
 * `confusables.txt` of UTS #39, plus small capitals and lowercase letters shaped like a capital.
 * Characters that decompose to a Latin letter (fullwidth, bold, accented) need no entry.
 */
const LOOK_ALIKES: readonly (readonly [letter: string, looksLikeIt: string])[] = [
  ['2', 'ƧƻϨꙄꝚ'],
  ['3', 'ƷȜЗҘӠⲜⳄⳌꝪꞫ'],
  ['4', 'Ꮞ'],
  ['5', 'Ƽ'],
  ['6', 'ϬбᏮⳒⳓⳜ'],
  ['8', 'Ȣȣ'],
  ['9', 'ⳊⳋꝮ'],
  ['a', 'ɑΑαАаᎪᴀꓮ'],
  ['b', 'ƀƂƃƄɓʙΒβБВЬвѢѣҌҍᏏᏴⲂꓐꞴ'],
  ['c', '¢ȼΣςСсҪҫᏟᴄ₡Ⲥⲥꓚꮯ'],
  ['d', 'ÐĐđƉƌɖɗԁᎠᏧᴅ₫ꓒꓓ'],
  ['e', 'ɆɇɛΕεЕеєҽҿᎬᴇ℮ꓰꬲ'],
  ['f', 'ƑƒϜքᵮẝꓝꜰꞘꞙꬵ'],
  ['g', 'ƍǤǥɠɡɢԌցᏀᏳᶃꓖ'],
  ['h', 'ĦħɦʜΗНнћҢһӇӉհᎻᏂᏲⱧⲎꓧꚕ'],
  ['i', 'ıɨɩɪιіւᎥᵻᵼⲓꙇꭵ'],
  ['j', 'ɈɉͿϳЈјᎫᴊꓙꞲ'],
  ['k', 'ĸƙΚκКкҚҞᏦᴋ₭ⱩⲔꓗꝀ'],
  ['l', 'ŁłƖƗƚǀɫɭʟΙІӀӏᏞ│ⲒⳐꓡꓲ'],
  ['m', 'ɱΜϺМмӍᎷᴍᵯ₥Ⲙꓟ'],
  ['n', 'ŋƝƞɳɴΝηпղոռᵰⲚꓠ'],
  ['o', 'ØøƟɵΘΟθοσϭОоѲѳӨөՕօᎾᏫᴏᴑⲐⲑⲞⲟꓳꝊꝋꬽꬾꭴꮎꮻ'],
  ['p', 'þƥƿΡρϸРрᏢᴘᵽⲢⲣⳎⳏꓑ'],
  ['q', 'ʠԛգզꞯ'],
  ['r', 'ƦɍɼɽɾʀгғᎡᏒᴦᵲⲅꓣꭇꭈꮁ'],
  ['s', 'ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ'],
  ['t', 'ŦŧƭƮȾΤτТтҬᎢᴛᵵ₮⊤Ⲧꓔ'],
  ['u', 'ɄʋυџՍսᏌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ'],
  ['v', 'νѴѵᏙᴠ∨⋁ꓦꮩ'],
  ['w', 'ɯшѡԜԝաᎳᏔᴡ₩ⲽꓪꝡꮃ'],
  ['x', '×ΧХхҲ╳ⲬꓫꞳ'],
  ['y', '¥ƴɎɏɣʏΥγУуҮүҰұᎩᎽᶌỿⲨⲩꓬꭚ'],
  ['z', 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ'],
];

const LETTERS = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
);

/** Letters that look the same in many fonts, and letters that look like two others together. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['i', 'l'],
  ['1', 'l'],
  ['|', 'l'],
  ['0', 'o'],
  ['m', 'rn'],
  ['w', 'vv'],
  ['d', 'cl'],
]);

/** The code points of A in circles, in squares and in flags. These letters do not decompose. */
const ENCLOSED_A = [0x1f150, 0x1f170, 0x1f1e6];

/** Accents and strokes, without the combining marks that are part of letters in other scripts. */
const ACCENTS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu;

/** Alphabets that contain letters that look Latin. */
const LATIN_LIKE = [
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['armenian', /\p{Script=Armenian}/u],
  ['cherokee', /\p{Script=Cherokee}/u],
  ['coptic', /\p{Script=Coptic}/u],
  ['lisu', /\p{Script=Lisu}/u],
] as const;

/** Returns a text that is equal for names that look alike. Use it for comparisons only. */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(ACCENTS, '');
  const letters = Array.from(plain, (character) => latinOf(character))
    .join('')
    .toLowerCase();
  const skeleton = Array.from(letters, (letter) => PAIRS.get(letter) ?? letter).join('');
  // A name that contains only symbols is compared as it is.
  return skeleton.replace(NEITHER_LETTER_NOR_DIGIT, '') || name;
}

/** An alphabet with letters that look like Latin ones. */
export type Alphabet = (typeof LATIN_LIKE)[number][0];

/** Returns the alphabet with Latin look-alikes that a name mixes with Latin letters, or `null`. */
export function mixedAlphabet(name: string): Alphabet | null {
  if (!/\p{Script=Latin}/u.test(name)) return null;
  return LATIN_LIKE.find(([, letters]) => letters.test(name))?.[0] ?? null;
}

function latinOf(character: string): string {
  const known = LETTERS.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const first = ENCLOSED_A.find((a) => code >= a && code < a + 26);
  return first === undefined ? character : String.fromCharCode(0x61 + code - first);
}
