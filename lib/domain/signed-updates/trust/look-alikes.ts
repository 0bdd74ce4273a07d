/* Names look alike if their skeletons are equal, as in Unicode's UTS #39. Case, accents, spaces
   and punctuation do not count. */

/**
 * Characters that look like a Latin letter or digit at list size: letters and symbols from
 * `confusables.txt` of UTS #39, plus small capitals and lowercase letters shaped like a capital.
 * Those that decompose to a Latin letter need no entry.
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
  ['s', 'ƨƽʂЅѕՏᏕᏚᵴꓢꜱꮪ'],
  ['t', 'ŦŧƭƮȾΤτТтҬᎢᴛᵵ₮⊤Ⲧꓔ'],
  ['u', 'ɄʋυџՍսᏌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ'],
  ['v', 'νѴѵᏙᴠ∨⋁ꓦꮩ'],
  ['w', 'ɯшѡԜԝաᎳᏔᴡ₩ⲽꓪꝡꮃ'],
  ['x', '×ΧХхҲ╳ⲬꓫꞳ'],
  ['y', '¥ƴɎɏɣʏΥγУуҮүҰұᎩᎽᶌỿⲨⲩꓬꭚ'],
  ['z', 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ'],
];

// Built on first use, to spare the start of the worker.
let letters: Map<string, string> | undefined;

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

/** The letter A in circles, squares and flags. These letters do not decompose. */
const ENCLOSED_A = [0x1f150, 0x1f170, 0x1f1e6];

/** Excludes combining marks that are part of letters in other scripts. */
const ACCENTS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+/g;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{M}]+/gu;

/** Scripts of living languages: table 5 of Unicode's UAX #31. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Thaana',
  'Ethiopic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
];
const EAST_ASIAN = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'];

/** Equal for names that look alike. For comparisons only. */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(ACCENTS, '');
  // A capital that is not listed looks like the letter that its lowercase letter looks like.
  const lowercase = Array.from(plain, (character) =>
    latinOf(latinOf(character).toLowerCase()),
  ).join('');
  const skeleton = Array.from(lowercase, (letter) => PAIRS.get(letter) ?? letter).join('');
  // A name that consists only of symbols is compared unchanged.
  return skeleton.replace(NEITHER_LETTER_NOR_DIGIT, '') || name;
}

/**
 * Whether all letters are of one script. Chinese, Japanese and Korean count as one and may appear
 * as words beside another script: `Tokyo 東京`.
 */
export function isInOneScript(name: string): boolean {
  // Most names are in the first script. The other patterns take milliseconds.
  if (SCRIPTS.some((script) => isOnly([script], name))) return true;
  const others = name.split(' ').filter((word) => !isOnly(EAST_ASIAN, word));
  return SCRIPTS.some((script) => isOnly([script], others.join(' ')));
}

/** Allows characters that all scripts share: digits, spaces, accents. */
function isOnly(scripts: readonly string[], text: string): boolean {
  const all = [...scripts, 'Common', 'Inherited'];
  return new RegExp(`^[${all.map((script) => `\\p{Script=${script}}`).join('')}]*$`, 'u').test(
    text,
  );
}

function latinOf(character: string): string {
  letters ??= new Map(
    LOOK_ALIKES.flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
  );
  const known = letters.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const first = ENCLOSED_A.find((a) => code >= a && code < a + 26);
  return first === undefined ? character : String.fromCharCode(0x61 + code - first);
}
