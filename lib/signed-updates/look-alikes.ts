/*
 * When two names look alike: their skeletons are the same, in the sense of Unicode's UTS #39. Names
 * are also the same here that differ in case, accents, spaces or punctuation only.
 */

/**
 * What reads as a Latin letter or a digit at the size of a list: of UTS #39's `confusables.txt` the
 * Latin, Greek, Cyrillic, Armenian, Cherokee, Coptic and Lisu letters and the symbols; besides these
 * the small capitals and the small letters that have a capital's shape. What decomposes to a Latin
 * letter (fullwidth, bold, accented) needs no entry.
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

/** Letters that many fonts draw alike, and letters that look like two others side by side. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ['i', 'l'],
  ['1', 'l'],
  ['|', 'l'],
  ['0', 'o'],
  ['m', 'rn'],
  ['w', 'vv'],
  ['d', 'cl'],
]);

/** The first of letters A to Z in circles, in squares and of flags; these do not decompose. */
const ENCLOSED_A = [0x1f150, 0x1f170, 0x1f1e6];

/** Accents and strokes; not the marks with which other scripts write other letters. */
const ACCENTS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+/g;
const NOT_SEEN_AS_LETTER = /[^\p{L}\p{N}\p{M}]+/gu;

/** The alphabets with letters that look Latin. */
const LATIN_LIKE = [
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
] as const;

/** What is the same for names that look alike; of use for comparison alone. */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(ACCENTS, '');
  const letters = Array.from(plain, (character) => latinOf(character))
    .join('')
    .toLowerCase();
  const skeleton = Array.from(letters, (letter) => PAIRS.get(letter) ?? letter).join('');
  // A name of symbols alone is compared by these.
  return skeleton.replace(NOT_SEEN_AS_LETTER, '') || name;
}

/** The alphabet with Latin look-alikes that a name mixes with Latin letters; `null`: none. */
export function mixedAlphabet(name: string): string | null {
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
