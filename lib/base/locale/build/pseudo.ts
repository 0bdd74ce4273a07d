import type { LocaleFile } from './messages.ts';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  E: 'É',
  O: 'Ø',
  U: 'Û',
};

/** Other languages need up to this much more room than English. */
const GROWTH = 0.4;

/**
 * Makes a locale that shows what is wrong in the pages without anyone having to read another
 * language: English is plain text that was not translated, a missing bracket is text that was cut.
 */
export function pseudoLocale(file: LocaleFile): LocaleFile {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name,
      typeof value === 'string' ? pseudoText(value) : pseudoSection(name, value as LocaleFile),
    ]),
  );
}

function pseudoSection(name: string, section: LocaleFile): LocaleFile {
  return name === 'meta' ? section : pseudoLocale(section);
}

function pseudoText(text: string): string {
  // Placeholders stay as they are.
  const accented = text.replaceAll(/\{\w+\}|./gs, (part) => ACCENTED[part] ?? part);
  const padding = 'one two three four five six seven eight nine ten '.repeat(12);
  return `[${accented} ${padding.slice(0, Math.ceil(text.length * GROWTH)).trim()}]`;
}
