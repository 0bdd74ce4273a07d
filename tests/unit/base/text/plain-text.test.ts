import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, typedText } from '@/lib/base/text/plain-text.ts';

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('\u200D', '\u200C', '\u094D', 'क', 'م', '\u0301', '\uFE0F', '👩‍🚀', '🏳️‍🌈'),
      fc.constantFrom(' ', '\u2800', '\u202E', 'e', '\uD83D', '\uDE00', '\u3164', '\u{E0067}'),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('untrusted text', () => {
  it.each([
    ['zero-width', '\u200B\u200C\u200D\u2060\uFEFF\u180E'],
    ['fillers', '\u3164\u115F\u1160\uFFA0\u034F\u00AD'],
    ['selectors', '\uFE00\uFE0F\u{E0100}\u180B'],
    ['tags', '\u{E0001}\u{E0041}\u{E007F}'],
    ['bidi controls', '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C'],
    ['controls', '\u0000\u0007\u001B\u007F\u009F'],
  ])('loses %s characters', (_, hidden) => {
    for (const character of hidden) {
      expect(plainText(`B${character}TC`, 40), escape(character)).toBe('BTC');
      expect(plainText(character.repeat(5), 40), escape(character)).toBe('');
    }
    expect(plainText(` ${Array.from(hidden).join(' ')} `, 40)).toBe('');
  });

  it('has single spaces of one kind', () => {
    expect(plainText('\u00A0a\u2003\u200B\u3000b\r\n\u0085c\u2028\u2800d ', 40)).toBe('a b c d');
    expect(plainText('\u2800\u2800', 40)).toBe('');
    expect(plainText('a  b', 40)).toBe('a b');
    expect(plainText(' a\n\u202Eb\u200B \t c ', 10)).toBe('a b c');
  });

  it('has at most two marks on a letter, and none without a letter', () => {
    expect(plainText(`a${'\u0336'.repeat(50)}b`, 80)).toBe('a\u0336\u0336b');
    expect(plainText('\u0301a \u0301 b', 40)).toBe('a b');
    expect(plainText(`ก${'\u0E47'.repeat(20)}`, 40)).toBe('ก\u0E47\u0E47');
    expect(plainText(`क${'\u0947'.repeat(20)}`, 40)).toBe(`क${'\u0947'.repeat(4)}`);
    expect(plainText('\u0301'.repeat(50), 40)).toBe('');
  });

  it.each([
    'Bitcoin / US Dollar',
    'Société Générale – Æon & Ørsted',
    'Việt Nam Đồng',
    'بيتكوين',
    'بِسْمِ اللَّهِ',
    'शेयर बाज़ार चीज़ें',
    'မြန်မာကျပ် ကြွေး',
    'བསྒྲུབས་པ',
    'שָׁלוֹם',
    'ประเทศไทย น้ำมัน ที่นี่',
    'ខ្ញុំ ស៊ាំ',
    '日本円 ＵＳ',
    '대한민국 원',
    'русский рубль',
    '₿ € ½ ☃ 😀',
  ])('in other languages does not change: %s', (text) => {
    expect(plainText(text, 80)).toBe(text.normalize('NFC'));
    expect(typedText(text, 80)).toBe(text.normalize('NFC'));
  });

  it('is cut between characters', () => {
    expect(plainText('😀😀😀', 3)).toBe('😀😀😀');
    expect(plainText('😀😀😀😀', 3)).toBe('😀😀…');
    expect(plainText('a\uD800', 5)).toBe('a\uFFFD');
    expect(plainText('A'.repeat(10_000_000), 200)).toHaveLength(200);
    expect(plainText(`${'\u200B'.repeat(1_000)}name`, 10)).toBe('');
    // The cut is in the middle of an emoji.
    expect(plainText(`${'\u200B'.repeat(79)}😀`, 10)).toBe('');
  });

  it('is one short line and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, limit) => {
        const plain = plainText(text, limit);
        expect(plainText(plain, limit)).toBe(plain);
        expect(Array.from(plain).length).toBeLessThanOrEqual(limit);
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u);
        expect(plain).not.toMatch(/\p{Script=Inherited}{3}|\s\s|^\s|\s$/u);
      }),
    );
  });
});

describe('text that a user typed', () => {
  it.each([
    ['an emoji with joiners', '👩‍🚀 ❤️‍🔥 👨‍👩‍👧‍👦'],
    ['an emoji with a selector', '❤️ ☀️'],
    ['flags', '🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪'],
    ['a keycap', '1️⃣'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष र्‍य'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Malayalam at the end of a word', 'അവന്‍'],
  ])('keeps the joiners and selectors of %s', (_, text) => {
    expect(typedText(text, 60)).toBe(text);
  });

  it('loses joiners and selectors elsewhere', () => {
    expect(typedText('Py\u200Dth\uFE0F rou\u200Cters\u200D', 60)).toBe('Pyth routers');
    expect(typedText('😀\u200D x', 60)).toBe('😀 x');
    expect(typedText('م\u200C\u200Cی', 60)).toBe('می');
    expect(typedText('🏴\u{E0067}', 60)).toBe('🏴');
    expect(typedText('a\u202Eb\u3164', 60)).toBe('ab');
    // In their usual order, the accent follows the virama.
    expect(typedText('क\u0301\u094D\u200D', 60)).toBe('क\u094D\u0301');
  });

  it('is not cut at a joiner within an emoji', () => {
    expect(typedText('ab👩‍🚀👩‍🚀', 5)).toBe('ab👩…');
  });

  it('is one short line and does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 30 }), (text, limit) => {
        const typed = typedText(text, limit);
        expect(typedText(typed, limit)).toBe(typed);
        expect(Array.from(typed).length).toBeLessThanOrEqual(limit);
        expect(typed).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u3164\u2800]/u);
      }),
      { numRuns: 500 },
    );
  });
});

function escape(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16)}`;
}
