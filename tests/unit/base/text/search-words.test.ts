import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchWords } from '@/lib/base/text/search-words.ts';

describe('words for a search', () => {
  it.each([
    ['Société Générale', ' societe generale '],
    ['L’ORÉAL / EURO', ' loreal euro '],
    ['ＢＴＣ／ＵＳＤ', ' btc usd '],
    ['Øresund Łódź Straße Æon İstanbul ışık', ' oresund lodz strasse aeon istanbul isik '],
    ['đồng Việt Nam', ' dong viet nam '],
    ['ΔΡΑΧΜΉΣ', ' δραχμησ '],
    ['Йена ёлка', ' иена елка '],
    ['ﾕｰﾛ ﾄﾞﾙ', ' ユーロ ドル '],
    ['ゆーろ', ' ユーロ '],
    ['ハーフ バーツ', ' ハーフ バーツ '],
    ['جنيه إسترلينيّ', ' جنيه استرليني '],
    ['الأسترالـي ليرة', ' الاسترالي ليره '],
    ['원 유로', ' 원 유로 '],
    ['रुपया', ' रुपया '],
    ['50 %', ' 50 '],
    ['', '  '],
  ])('%s', (text, words) => {
    expect(searchWords(text)).toBe(words);
  });

  it('are the same if prepared twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchWords(searchWords(text))).toBe(searchWords(text));
      }),
    );
  });
});
