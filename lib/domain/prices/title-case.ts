/** `isAcronym` cannot recognize these by their letters. */
const ACRONYMS = new Set(
  (
    'US USA UK UAE EU USD EUR GBP AUD CAD ETF ETFS ETP ETN FTSE MSCI NASDAQ COMEX NYMEX CME ICE ' +
    'EAFE UCITS ESG REIT ADR CFD WTI VIX AI DAO IP SE SA AG AB ASA II III IV VI VII IBM SAP HSBC ' +
    'ETH SOL USDC USDE USDT DEX NFT API NYC'
  ).split(' '),
);
const SMALL_WORDS = new Set('an and at by for from in of on or the to'.split(' '));
const FIXED_SPELLINGS = new Map([
  ['ISHARES', 'iShares'],
  ['KGAA', 'KGaA'],
  ['LTD', 'Ltd'],
  ['ST', 'St'],
  ['DR', 'Dr'],
]);

const LOWERCASE = /\p{Ll}/u;
const FIRST_LETTERS = /(^|[^\p{L}\p{N}'’])(\p{L})/gu;
const VOWEL = /[AEIOUY]/;

/** `BITCOIN / US DOLLAR` → `Bitcoin / US Dollar`. Text with a lowercase letter does not change. */
export function titleCase(text: string): string {
  if (LOWERCASE.test(text)) return text;
  return text
    .split(' ')
    .map((word, index) => wordCase(word, index === 0))
    .join(' ');
}

function wordCase(word: string, isFirst: boolean): string {
  const fixed = FIXED_SPELLINGS.get(word);
  if (fixed !== undefined) return fixed;
  const lower = word.toLowerCase();
  if (SMALL_WORDS.has(lower)) return isFirst ? capitalized(lower) : lower;
  return isAcronym(word) ? word : capitalized(lower);
}

function isAcronym(word: string): boolean {
  const letters = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (ACRONYMS.has(letters) || /\d/.test(letters)) return !isCountedUnit(letters);
  return letters.length <= 5 && (!VOWEL.test(letters) || letters.includes('&'));
}

/** `3-MONTH` is a number with a unit. `US10Y` and `2X` are codes. */
function isCountedUnit(word: string): boolean {
  return /^\d+-\p{Lu}{3,}$/u.test(word);
}

function capitalized(lower: string): string {
  return lower.replace(FIRST_LETTERS, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}
