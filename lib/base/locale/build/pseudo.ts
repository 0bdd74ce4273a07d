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

/** Other languages need up to this much more room. */
const GROWTH = 0.4;

/** A locale in which plain English is untranslated text, and a missing bracket is cut text. */
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
  const accented = text.replaceAll(/\{\w+\}|./gs, (part) => ACCENTED[part] ?? part);
  const padding = 'one two three four five six seven eight nine ten '.repeat(12);
  return `[${accented} ${padding.slice(0, Math.ceil(text.length * GROWTH)).trim()}]`;
}
