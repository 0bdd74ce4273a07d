import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../lib/export/errors.ts';
import {
  LARGEST_BACKUP_BYTES,
  readBackup,
  refusalOfSize,
} from '../../../lib/export/backup/read.ts';
import { makeBackup, writeBackup } from '../../../lib/export/backup/write.ts';
import { LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { A, alertOn, anyState, backupOf, backupText, NOW, SECRET } from './backups.ts';

const CONNECTION = {
  baseUrl: 'https://a.example/s3cret-path/hermes',
  headers: [{ name: 'Authorization', value: SECRET }],
};

describe('a backup file', () => {
  it('contains no secrets unless the user wants them', () => {
    const text = writeBackup({ connection: CONNECTION }, { withSecrets: false, atMs: NOW });
    expect(text).not.toContain('s3cret');
    expect(readBackup(text).services).toEqual([
      {
        id: 'first',
        name: '',
        isPaused: false,
        baseUrl: 'https://a.example',
        pathWithheld: true,
        headers: [{ name: 'Authorization', value: null }],
      },
    ]);
  });

  it('contains secrets if the user wants them', () => {
    expect(backupOf({ connection: CONNECTION }).services).toMatchObject([
      { ...CONNECTION, pathWithheld: false },
    ]);
  });

  it('is read back exactly as written, whatever is stored', () => {
    fc.assert(
      fc.property(anyState, fc.boolean(), (stored, withSecrets) => {
        const options = { withSecrets, atMs: NOW };
        expect(readBackup(writeBackup(stored, options))).toEqual(makeBackup(stored, options));
      }),
    );
  });
});

describe('an invalid backup file', () => {
  it.each<[string, string, RegExp]>([
    ['invalid JSON', '{"format":', /isn’t valid JSON/],
    ['other JSON', '[1, 2]', /isn’t a Pricelight backup/],
    ['another format', '{"format":"other","version":1}', /isn’t a Pricelight backup/],
    ['no version', '{"format":"pricelight-backup"}', /no version number/],
    ['a bad version', '{"format":"pricelight-backup","version":"1"}', /no version number/],
    [
      'a newer version',
      '{"format":"pricelight-backup","version":3}',
      /newer version of Pricelight.*Update/,
    ],
    ['a hostile key', '{"format":"pricelight-backup","version":1,"__proto__":{}}', /__proto__/],
    [
      'a nested hostile key',
      backupText((file) => {
        file['rowNames'] = JSON.parse(`{"__proto__":"x","${A}":"y"}`);
      }).replace('"rowNames":{', '"rowNames":{"__proto__":"x",'),
      /__proto__/,
    ],
    ['an unknown part', backupText((file) => (file['extra'] = 1)), /unknown entry “extra”/],
    [
      'an unknown part with hidden characters',
      backupText((file) => (file['\u202Eex\u200Btra'] = 1)),
      /unknown entry “extra”/,
    ],
    [
      'too many signers',
      backupText((file) => {
        const custom = Array.from({ length: 201 }, () => profileOf(LOCAL_IDENTITY));
        file['trust'] = { beta: false, upgrades: [], custom };
      }),
      /trust › custom/,
    ],
    [
      'a bad feed id',
      backupText((file) => (file['watchlist'] = [{ id: 'A', attributes: null }])),
      /watchlist › 1 › id/,
    ],
    [
      'a display name for a bad feed id',
      backupText((file) => (file['rowNames'] = { constructor: 'x' })),
      /rowNames/,
    ],
    [
      'a bad theme',
      backupText(
        (file) => (file['settings'] = { appearance: { theme: 'pink', palette: 'green-up' } }),
      ),
      /settings › appearance › theme/,
    ],
    [
      'a bad level',
      backupText((file) => (file['alerts'] = [alertOn(A, 'x', '1e5')])),
      /alerts › 1 › trigger.*The level must be/,
    ],
    [
      'too many feeds',
      backupText(
        (file) =>
          (file['watchlist'] = Array.from({ length: 1_001 }, () => ({ id: A, attributes: null }))),
      ),
      /watchlist/,
    ],
    ['deep nesting', '['.repeat(200_000), /./],
  ])('is rejected with the reason: %s', (_, text, reason) => {
    expect(() => readBackup(text)).toThrow(ExportError);
    expect(() => readBackup(text)).toThrow(reason);
  });

  it('is rejected unread if it is too large', () => {
    expect(refusalOfSize(LARGEST_BACKUP_BYTES)).toBeNull();
    expect(refusalOfSize(LARGEST_BACKUP_BYTES + 1)).toMatch(/larger than any backup/);
    expect(() => readBackup(' '.repeat(LARGEST_BACKUP_BYTES + 1))).toThrow(
      /larger than any backup/,
    );
  });

  it('is rejected with a reason that contains no header value', () => {
    const text = backupText((file) => {
      file['services'] = [
        {
          id: 'first',
          name: '',
          isPaused: false,
          baseUrl: 'https://a.example',
          pathWithheld: false,
          headers: [{ name: 1, value: SECRET }],
        },
      ];
    });
    expect(() => readBackup(text)).toThrow(/headers › 1 › name/);
    expect(() => readBackup(text)).not.toThrow(/s3cret/);
  });

  it('causes nothing but an ExportError, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('watchlist', 'groups', 'alerts', 'trust', 'services', 'settings'),
        (json, part) => {
          const text = backupText((file) => (file[part] = JSON.parse(json)));
          try {
            readBackup(text);
          } catch (error) {
            expect(error).toBeInstanceOf(ExportError);
          }
        },
      ),
    );
  });
});
