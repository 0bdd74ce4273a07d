import { describe, expect, it } from 'vitest';
import { ExportError } from '@/lib/base/save-error.ts';
import { planImport } from '@/lib/pages/export/backup/plan.ts';
import { readBackup } from '@/lib/pages/export/backup/read.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { A, alertOn, B, backupText, NOW } from '../pages/export/backups.ts';

// Before an import the user reads what it will change. Whatever a file contains, each line of that
// review is short, visible text, and so is the reason if the file is rejected.

const LONGEST_LINE = 300;
/** Controls, line breaks, invisible and bidi characters, except the isolates that we add. */
const DECEPTIVE = /(?![\u2068\u2069])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u3164]/u;

const TEXTS = {
  'control characters': 'Gold\u0000\u0007\u001B[31m\r\nAdded: nothing',
  'line separators': 'Gold\u2028Removed: nothing\u2029\u0085',
  'bidi overrides': '\u202Edlog\u202C\u2066\u200F',
  'invisible characters': 'Go\u200Bl\u00ADd\u{E0041}\u3164',
  'stacked marks': `G${'\u0301'.repeat(500)}old`,
  'lone surrogates': 'Go\uD800ld\uDFFF',
  'a long word': 'G'.repeat(900),
  'a long word of emoji': '👩‍👩‍👧‍👦'.repeat(80),
  'keys of objects': 'constructor',
} as const;

/** The parts of a file that hold texts of their own. */
const PLACES: Record<string, (text: string) => Record<string, unknown>> = {
  'the symbol of a feed': (text) => ({
    watchlist: [{ id: A, attributes: { display_symbol: text, symbol: text } }],
  }),
  'the symbol of a feed with an alert': (text) => ({
    watchlist: [{ id: A, attributes: { display_symbol: text } }],
    alerts: [alertOn(A, 'x')],
  }),
  'the name of a group': (text) => ({ groups: [{ id: '1', name: text, feedIds: [A] }] }),
  'the display name of a feed': (text) => ({ rowNames: { [A]: text } }),
  'the name of a header': (text) => connection({ headers: [{ name: text, value: 'v' }] }),
  'the name of a header without a value': (text) =>
    connection({ headers: [{ name: text, value: null }] }),
  'the value of a header': (text) => connection({ headers: [{ name: 'X-Key', value: text }] }),
  'the name of a price service': (text) => connection({ name: text }),
  'the id of a price service': (text) => connection({ id: text }),
  'the host of the base URL': (text) => connection({ baseUrl: `https://${text}.example` }),
  'the path of the base URL': (text) => connection({ baseUrl: `https://h.example/${text}` }),
  'the name of signers': (text) => ({
    trust: { beta: false, upgrades: [], custom: [profileOf(LOCAL_IDENTITY, text)] },
  }),
  'an upgrade of signers': (text) => ({ trust: { beta: false, upgrades: [text], custom: [] } }),
  'the level of an alert': (text) => ({ alerts: [alertOn(A, 'x', text)] }),
  'the note of an alert': (text) => ({ alerts: [{ ...alertOn(A, 'x'), note: text }] }),
  'the id of an alert': (text) => ({ alerts: [alertOn(A, text)] }),
  'the selected group': (text) => ({ settings: { listView: { groupId: text } } }),
  'the theme': (text) => ({ settings: { appearance: { theme: text, palette: text } } }),
  'an unknown key': (text) => ({ [text]: 1 }),
  'an unknown key of a header': (text) =>
    connection({ headers: [{ name: 'X', value: null, [text]: 1 }] }),
  'a key that is no feed id': (text) => ({ rowNames: { [text]: 'Gold' } }),
};

function connection(part: object): Record<string, unknown> {
  const { id, name, isPaused } = DEFAULT_SERVICE;
  const other = { baseUrl: 'https://h.example', pathWithheld: false, headers: [] };
  return { services: [{ id, name, isPaused, ...other, ...part }] };
}

/** All lines that the user reads about a file with these parts. */
function reviewOf(parts: Record<string, unknown>): string[] {
  const stored = { watchlist: [A, B] };
  try {
    const backup = readBackup(backupText((file) => Object.assign(file, parts)));
    return (['merge', 'replace'] as const).flatMap((mode) => {
      const plan = planImport(stored, backup, { mode, nowMs: NOW });
      return [
        ...plan.notes,
        plan.unencryptedOrigin ?? '',
        ...plan.parts.flatMap(({ added, removed, changed, signers = [] }) => [
          ...added,
          ...removed,
          ...changed,
          ...signers.map(({ name }) => name),
        ]),
      ];
    });
  } catch (error) {
    if (error instanceof ExportError) return [error.message];
    throw error;
  }
}

describe.each(Object.entries(PLACES))('%s', (_, partsWith) => {
  it.each(Object.entries(TEXTS))('may be %s', (_name, text) => {
    const lines = reviewOf(partsWith(text));
    expect(lines).not.toEqual([]);
    expect(lines.filter((line) => DECEPTIVE.test(line))).toEqual([]);
    expect(lines.filter((line) => !line.isWellFormed())).toEqual([]);
    expect(lines.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
  });
});

describe('a hostile key', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s is rejected by name or has no effect',
    (key) => {
      const text = backupText((file) => {
        file['rowNames'] = {};
      }).replace('"rowNames":{}', `"rowNames":{${JSON.stringify(key)}:"Gold"}`);
      expect(() => readBackup(text)).toThrow(ExportError);
      expect(() => readBackup(text)).toThrow(key === '__proto__' ? key : 'rowNames');
      expect(Object.prototype).not.toHaveProperty('Gold');
    },
  );
});

describe('a reserved id', () => {
  const IDS = ['samples', '__proto__', 'constructor', 'prototype', 'toString', 'valueOf'];

  it.each(IDS)('%s of a price service is rejected', (id) => {
    const backup = readBackup(backupText((file) => Object.assign(file, connection({ id }))));
    expect(() => planImport({}, backup, { mode: 'replace', nowMs: NOW })).toThrow(ExportError);
  });

  it.each(IDS)('%s of a stored price service is dropped', (id) => {
    const raw = [DEFAULT_SERVICE, { ...DEFAULT_SERVICE, id }];
    expect(priceServices.parse(raw)).toEqual([DEFAULT_SERVICE]);
  });
});
