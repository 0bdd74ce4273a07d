import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ExportError } from '@/lib/base/save-error.ts';
import { LARGEST_BACKUP_BYTES, readBackup, refusalOfSize } from '@/lib/pages/export/backup/read.ts';
import { BACKUP_KEYS } from '@/lib/pages/export/backup/stored-state.ts';
import { makeBackup, writeBackup } from '@/lib/pages/export/backup/write.ts';
import { LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { A, alertOn, anyState, backupOf, backupText, NOW, SECRET } from './backups.ts';

const CONNECTION = {
  baseUrl: 'https://a.example/s3cret-path/hermes',
  headers: [{ name: 'Authorization', value: SECRET }],
};

const SERVICE = { id: 'first', name: '', isPaused: false, baseUrl: 'https://a.example' };
const PARTS = ['watchlist', 'groups', 'alerts', 'trust', 'services', 'settings', 'holdings'];
const HELD = { quantity: '-8.125', cost: { perUnit: '61000.5', currency: 'EUR' } };

/** The text of a backup with these parts. */
function backupWith(parts: object): string {
  return backupText((file) => Object.assign(file, parts));
}

describe('a backup file', () => {
  it('contains no secrets unless the user wants them', () => {
    const options = { withSecrets: false, withHoldings: true, atMs: NOW };
    const text = writeBackup({ connection: CONNECTION }, options);
    expect(text).not.toContain('s3cret');
    expect(readBackup(text).services).toEqual([
      { ...SERVICE, pathWithheld: true, headers: [{ name: 'Authorization', value: null }] },
    ]);
  });

  it('contains secrets if the user wants them', () => {
    expect(backupOf({ connection: CONNECTION }).services).toMatchObject([
      { ...CONNECTION, pathWithheld: false },
    ]);
  });

  it('never contains the address to which notifications are sent', () => {
    const stored = {
      receiver: { isOn: true, kind: 'json', address: CONNECTION.baseUrl, chat: '' },
    };
    const options = { withSecrets: true, withHoldings: true, atMs: NOW };
    expect(BACKUP_KEYS).toContain('alerts');
    expect(BACKUP_KEYS).not.toContain('receiver');
    expect(writeBackup(stored, options)).not.toContain('s3cret');
  });

  it('contains holdings only if the user wants them', () => {
    const stored = { holdings: { [A]: HELD } };
    const options = { withSecrets: true, atMs: NOW };
    const text = writeBackup(stored, { ...options, withHoldings: false });
    expect(text).not.toMatch(/holdings|8\.125|61000/);
    expect(readBackup(text).holdings).toBeUndefined();
    expect(makeBackup(stored, { ...options, withHoldings: true }).holdings).toEqual({ [A]: HELD });
  });

  it('contains alerts on what holdings are worth only with the holdings', () => {
    const own = alertOn(A, 'own');
    const worth = ['total.EUR', `holding.USD.${A}`].map((id, at) => ({
      ...alertOn(A, `worth-${at}`),
      feedId: id,
    }));
    const stored = { alerts: [own, ...worth] };
    const options = { withSecrets: true, atMs: NOW };
    const idsIn = (withHoldings: boolean) =>
      makeBackup(stored, { ...options, withHoldings }).alerts?.map(({ feedId }) => feedId);
    expect(idsIn(false)).toEqual([A]);
    expect(idsIn(true)).toEqual([A, 'total.EUR', `holding.USD.${A}`]);
  });

  it('is read back exactly as written, whatever is stored', () => {
    fc.assert(
      fc.property(anyState, fc.boolean(), fc.boolean(), (stored, withSecrets, withHoldings) => {
        const options = { withSecrets, withHoldings, atMs: NOW };
        expect(readBackup(writeBackup(stored, options))).toEqual(makeBackup(stored, options));
      }),
    );
  });
});

describe('an invalid backup file', () => {
  const feeds = (count: number) =>
    Array.from({ length: count }, () => ({ id: A, attributes: null }));
  const signers = Array.from({ length: 201 }, () => profileOf(LOCAL_IDENTITY));
  const nested = backupWith({ rowNames: JSON.parse(`{"__proto__":"x","${A}":"y"}`) });

  it.each<[string, string, RegExp]>([
    ['invalid JSON', '{"format":', /isn’t a Pricelight backup/],
    ['other JSON', '[1, 2]', /isn’t a Pricelight backup/],
    ['another format', '{"format":"other","version":1}', /isn’t a Pricelight backup/],
    ['no version', '{"format":"pricelight-backup"}', /damaged/],
    ['a bad version', '{"format":"pricelight-backup","version":"1"}', /damaged/],
    ['a newer version', '{"format":"pricelight-backup","version":5}', /newer version.*Update/],
    ['a hostile key', '{"format":"pricelight-backup","version":1,"__proto__":{}}', /__proto__/],
    ['a nested one', nested.replace('"rowNames":{', '"rowNames":{"__proto__":"x",'), /__proto__/],
    ['an unknown part', backupWith({ extra: 1 }), /invalid: extra/],
    ['one with hidden characters', backupWith({ '\u202Eex\u200Btra': 1 }), /invalid: extra/],
    [
      'too many signers',
      backupWith({ trust: { beta: false, upgrades: [], custom: signers } }),
      /trust › custom/,
    ],
    [
      'a bad feed id',
      backupWith({ watchlist: [{ id: 'A', attributes: null }] }),
      /watchlist › 1 › id/,
    ],
    [
      'a display name for a bad feed id',
      backupWith({ rowNames: { constructor: 'x' } }),
      /rowNames/,
    ],
    [
      'a quantity that is no exact number',
      backupWith({ holdings: { [A]: { ...HELD, quantity: '1e5' } } }),
      /holdings › a+ › quantity/,
    ],
    ['a holding of a bad feed id', backupWith({ holdings: { x: HELD } }), /holdings/],
    [
      'a bad theme',
      backupWith({ settings: { appearance: { theme: 'pink', palette: 'green-up' } } }),
      /settings › appearance › theme/,
    ],
    [
      'a bad level',
      backupWith({ alerts: [alertOn(A, 'x', '1e5')] }),
      /alerts › 1 › trigger.*Enter a number such as/,
    ],
    ['too many feeds', backupWith({ watchlist: feeds(1_001) }), /watchlist/],
    ['deep nesting', '['.repeat(200_000), /./],
  ])('is rejected with the reason: %s', (_, text, reason) => {
    expect(() => readBackup(text)).toThrow(ExportError);
    expect(() => readBackup(text)).toThrow(reason);
  });

  it('is rejected unread if it is too large', () => {
    expect(refusalOfSize(LARGEST_BACKUP_BYTES)).toBeNull();
    expect(refusalOfSize(LARGEST_BACKUP_BYTES + 1)).toMatch(/too large to be a backup/);
    expect(() => readBackup(' '.repeat(LARGEST_BACKUP_BYTES + 1))).toThrow(
      /too large to be a backup/,
    );
  });

  it.each([
    ['very many values', `{"a":[${'0,'.repeat(200_000)}0]}`],
    ['very many fields', `{${Array.from({ length: 2_000 }, (_, at) => `"k${at}":0`).join(',')}}`],
    ['deep nesting', '['.repeat(100)],
  ])('is rejected before it is parsed if it has %s', (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(() => readBackup(text)).toThrow(/too large to be a backup/);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('is rejected with a reason that contains no header value', () => {
    const headers = [{ name: 1, value: SECRET }];
    const text = backupWith({ services: [{ ...SERVICE, pathWithheld: false, headers }] });
    expect(() => readBackup(text)).toThrow(/headers › 1 › name/);
    expect(() => readBackup(text)).not.toThrow(/s3cret/);
  });

  it('causes nothing but an ExportError, whatever it contains', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(...PARTS), (json, part) => {
        const text = backupWith({ [part]: JSON.parse(json) });
        try {
          readBackup(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ExportError);
        }
      }),
    );
  });
});
