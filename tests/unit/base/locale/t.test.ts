import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  browserMessages,
  declarations,
  type LocaleFile,
} from '@/lib/base/locale/build/messages.ts';
import { pseudoLocale } from '@/lib/base/locale/build/hooks.ts';
import { setLocale } from './set-locale.ts';

const ENGLISH: LocaleFile = {
  meta: { language: 'en', direction: 'ltr' },
  list: {
    empty: 'Nothing costs $5.',
    moved: 'Moved {name} to {group}.',
    left: { one: 'One price left', other: '{count} prices left' },
  },
};

const RUSSIAN: LocaleFile = {
  meta: { language: 'ru', direction: 'ltr' },
  list: {
    left: { one: '{count} цена', few: '{count} цены', many: '{count} цен', other: '{count} цены' },
  },
};

const ARABIC: LocaleFile = {
  meta: { language: 'ar', direction: 'rtl' },
  list: { moved: 'نُقل {name} إلى {group}.' },
};

// Messages are cached for the life of a page, so each test reloads the modules.
beforeEach(() => vi.resetModules());

describe('messages', () => {
  it('fills placeholders', async () => {
    const { t } = await load(ENGLISH);
    expect(t('list.empty')).toBe('Nothing costs $5.');
    expect(t('list.moved', { name: 'BTC/USD', group: '{name}' })).toBe('Moved BTC/USD to {name}.');
  });

  it('ends a sentence with the full stop of an abbreviation', async () => {
    const { t } = await load({ ...ENGLISH, list: { moved: '{name} ago. Until {group}.' } });
    expect(t('list.moved', { name: '3 Min.', group: 'a..b' })).toBe('3 Min. ago. Until a..b.');
    expect(t('list.moved', { name: '3', group: '3 дн.' })).toBe('3 ago. Until 3 дн.');
  });

  it.each([
    [1, 'One price left'],
    [0, '0 prices left'],
    [1234, '1,234 prices left'],
  ])('choose the English form for %i', async (count, text) => {
    const { t } = await load(ENGLISH);
    expect(t('list.left', { count })).toBe(text);
  });

  it.each([
    [1, '1 цена'],
    [3, '3 цены'],
    [5, '5 цен'],
    [21, '21 цена'],
  ])('choose the Russian form for %i', async (count, text) => {
    const { t } = await load(RUSSIAN);
    expect(t('list.left', { count })).toBe(text);
  });

  it('isolates values in right-to-left sentences', async () => {
    const { t } = await load(ARABIC);
    expect(t('list.moved', { name: 'BTC/USD', group: 'FX' })).toBe(
      'نُقل \u2068BTC/USD\u2069 إلى \u2068FX\u2069.',
    );
  });

  it.each([
    ['right to left', ARABIC, '\u206865,012 ±12\u2069'],
    ['left to right', ENGLISH, '65,012 ±12'],
  ])('isolate what stands beside them: %s', async (_direction, file, text) => {
    const { isolate } = await load(file);
    expect(isolate('65,012 ±12')).toBe(text);
  });

  it('splits at placeholders for elements', async () => {
    const { splitMessage } = await load(ENGLISH);
    expect(splitMessage('list.moved', { name: 1n, group: 2n })).toEqual([
      'Moved ',
      1n,
      ' to ',
      2n,
      '.',
    ]);
  });

  it('formats for the browser if it speaks a variant of the same language', async () => {
    const { formatLocale } = await load(ENGLISH, 'en-GB');
    expect(formatLocale()).toBe('en-GB');
  });

  it('formats in the language of the messages otherwise', async () => {
    const { formatLocale } = await load(ENGLISH, 'sv');
    expect(formatLocale()).toBe('en');
  });
});

describe('locale files', () => {
  it('becomes what the browser reads', () => {
    expect(browserMessages(ENGLISH)).toEqual({
      meta_language: { message: 'en' },
      meta_direction: { message: 'ltr' },
      list_empty: { message: 'Nothing costs $$5.' },
      list_moved: { message: 'Moved {name} to {group}.' },
      list_left_one: { message: 'One price left' },
      list_left_other: { message: '{count} prices left' },
    });
  });

  it('declares each key with its placeholders', () => {
    const text = declarations(ENGLISH);
    expect(text).toContain("'list.empty': null;");
    expect(text).toContain("'list.moved': { name: string; group: string };");
    expect(text).toContain("'list.left': { count: number };");
  });

  it('grows and gets accents in the pseudo-locale, but keeps its placeholders', () => {
    const { list, meta } = pseudoLocale(ENGLISH) as Record<string, Record<string, string>>;
    expect(meta).toEqual(ENGLISH['meta']);
    expect(list!['moved']).toMatch(/^\[Mövéd \{name\} tö \{group\}\. .+\]$/);
    expect(list!['moved']!.length).toBeGreaterThan('Moved {name} to {group}.'.length * 1.4);
  });
});

interface Loaded {
  t: (key: string, values?: object) => string;
  splitMessage: (key: string, values: object) => unknown[];
  formatLocale: () => string;
  isolate: (text: string) => string;
}

async function load(file: LocaleFile, browserLocale = 'en'): Promise<Loaded> {
  setLocale(file, browserLocale);
  const [messages, language] = await Promise.all([
    import('@/lib/base/locale/t.ts'),
    import('@/lib/base/locale/language.ts'),
  ]);
  return { ...messages, ...language } as unknown as Loaded;
}
