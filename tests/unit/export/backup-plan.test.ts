import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../lib/export/errors.ts';
import type { Backup } from '../../../lib/export/backup/format.ts';
import { planImport, type ImportPlan } from '../../../lib/export/backup/plan.ts';
import type { ImportMode } from '../../../lib/export/backup/plan-part.ts';
import { readBackup } from '../../../lib/export/backup/read.ts';
import { makeBackup } from '../../../lib/export/backup/write.ts';
import type { StoredState } from '../../../lib/export/backup/stored-state.ts';
import { followedFeeds } from '../../../lib/storage/catalogue.ts';
import { LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { A, alertOn, anyState, B, backupOf, backupText, C, feed, NOW, SECRET } from './backups.ts';

const HEADER = { name: 'Authorization', value: SECRET };

function plan(stored: StoredState, backup: Backup, mode: ImportMode): ImportPlan {
  return planImport(stored, backup, { mode, nowMs: NOW });
}

function part(found: ImportPlan, title: string) {
  return found.parts.find((each) => each.title === title);
}

describe('an import that replaces', () => {
  it('makes all of it as it is in the file, from whatever it was', () => {
    fc.assert(
      fc.property(anyState, anyState, (source, target) => {
        const backup = backupOf(source);
        const { writes } = plan(target, backup, 'replace');
        const after = { ...target, ...writes };
        const again = plan(after, backup, 'replace');
        expect(again.writes).toEqual({});
        expect(again.parts).toEqual([]);
        expect(withoutTimes(makeBackup(after, { withSecrets: true, atMs: NOW }))).toEqual(
          withoutTimes(expected(backup, target)),
        );
      }),
    );
  });

  it('tells what it adds, removes and changes', () => {
    const stored = {
      watchlist: [A, B],
      followedFeeds: { [A]: { display_symbol: 'AAA/USD' }, [B]: { display_symbol: 'BBB/USD' } },
      appearance: { theme: 'dark', palette: 'green-up' },
    };
    const file = backupOf({
      watchlist: [C, A],
      followedFeeds: { [C]: { display_symbol: 'CCC/USD' } },
      alerts: [alertOn(A, 'one')],
    });
    const found = plan(stored, file, 'replace');
    expect(part(found, 'Watchlist')).toMatchObject({
      added: ['CCC/USD'],
      removed: ['BBB/USD'],
      changed: [],
    });
    expect(part(found, 'Settings')?.changed).toEqual(['Theme: dark → system']);
    expect(part(found, 'Alerts')?.added).toEqual(['AAA/USD crosses above 65,000']);
    expect(found.writes['followedFeeds']).toMatchObject({ [C]: { display_symbol: 'CCC/USD' } });
  });

  it('leaves alone what the file does not have', () => {
    const { format, version, createdAt } = backupOf({});
    const found = plan({ watchlist: [A] }, { format, version, createdAt }, 'replace');
    expect(found).toEqual({ parts: [], notes: [], unencryptedOrigin: null, writes: {} });
  });

  it('has alerts that are new here, or change, watch afresh', () => {
    const stored = { alerts: [{ ...alertOn(A, 'same'), armedAt: 5 }, alertOn(A, 'other', '1')] };
    const file = backupOf({
      alerts: [alertOn(A, 'same'), alertOn(A, 'other', '2'), alertOn(B, 'new')],
    });
    const { writes } = plan(stored, file, 'replace');
    expect(writes['alerts']).toMatchObject([
      { id: 'same', armedAt: 5 },
      { id: 'other', armedAt: NOW },
      { id: 'new', armedAt: NOW },
    ]);
  });
});

describe('an import that merges', () => {
  it('changes and removes nothing of the user’s, and adds nothing twice', () => {
    fc.assert(
      fc.property(anyState, anyState, (source, target) => {
        const backup = backupOf(source);
        const { parts, writes } = plan(target, backup, 'merge');
        const after = { ...target, ...writes };
        for (const { removed } of parts) expect(removed).toEqual([]);
        for (const key of ['connection', 'appearance', 'signatures', 'badgeFeed'] as const) {
          if (target[key] !== undefined) expect(after[key]).toEqual(target[key]);
        }
        const before = makeBackup(target, { withSecrets: true, atMs: NOW });
        const now = makeBackup(after, { withSecrets: true, atMs: NOW });
        expect(idsOf(now).slice(0, idsOf(before).length)).toEqual(idsOf(before));
        expect(new Set(idsOf(now)).size).toBe(idsOf(now).length);
        expect(now.alerts).toEqual(expect.arrayContaining(before.alerts ?? []));
        expect(now.rowNames).toMatchObject(before.rowNames ?? {});
        expect(plan(after, backup, 'merge').writes).toEqual({});
      }),
    );
  });

  it('takes the settings that the user never changed', () => {
    const file = backupOf({
      appearance: { theme: 'dark', palette: 'red-up' },
      signatures: 'require',
    });
    const { writes } = plan({ signatures: 'off' }, file, 'merge');
    expect(writes).toEqual({ appearance: { theme: 'dark', palette: 'red-up' } });
  });

  it('joins groups of the same name', () => {
    const stored = { watchlist: [A, B], groups: [{ id: '1', name: 'Metals', feedIds: [A] }] };
    const file = backupOf({
      watchlist: [A, B],
      groups: [{ id: '2', name: 'metals', feedIds: [B, A] }],
    });
    const { writes } = plan(stored, file, 'merge');
    expect(writes['groups']).toEqual([{ id: '1', name: 'Metals', feedIds: [A, B] }]);
  });

  it('refuses what together would be too much', () => {
    const many = (from: number): string[] =>
      Array.from({ length: 600 }, (_, n) => (from + n).toString(16).padStart(64, '0'));
    const file = backupOf({ watchlist: many(0) });
    expect(() => plan({ watchlist: many(1_000) }, file, 'merge')).toThrow(/1,200 feeds.*1,000/);
    expect(plan({ watchlist: many(1_000) }, file, 'replace').parts).not.toEqual([]);
  });
});

describe('the names in a backup', () => {
  const group = { id: '1', name: 'Metals', feedIds: [A] };
  const followed = { watchlist: [A, B] };
  // Written by hand: what is stored here has its names in order already.
  const fileWith = (names: object): Backup =>
    readBackup(
      backupText((file) => {
        file['watchlist'] = [A, B].map((id) => ({ id, attributes: null }));
        Object.assign(file, names);
      }),
    );

  it('come in as those that the user types: on one line, without what turns or hides text', () => {
    const file = fileWith({
      groups: [{ ...group, name: ' Me\u202Etals\n\u3164 ' }],
      rowNames: { [A]: '\u202ELTC\t x', [B]: ' \u200B ' },
    });
    const { writes } = plan(followed, file, 'replace');
    expect(writes['groups']).toEqual([group]);
    expect(writes['rowNames']).toEqual({ [A]: 'LTC x' });
    expect(plan({ ...followed, ...writes }, file, 'merge').writes).toEqual({});
  });

  it.each(['merge', 'replace'] as const)('are refused where a group has none: %s', (mode) => {
    const file = fileWith({ groups: [group, { ...group, id: '2', name: ' \u200B' }] });
    expect(() => plan(followed, file, mode)).toThrow('The file’s group 2 has no name.');
  });

  it.each(['merge', 'replace'] as const)('do not hide two groups with one id: %s', (mode) => {
    const file = backupOf({ ...followed, groups: [group, { ...group, name: 'Coins' }] });
    expect(() => plan(followed, file, mode)).toThrow(/two groups with the same id/);
  });
});

describe('the connection in a backup', () => {
  const withheld = (baseUrl: string) =>
    backupOf({ connection: { baseUrl, headers: [HEADER] } }, false);

  it('without secrets keeps the ones that are here for the same origin', () => {
    const connection = { baseUrl: 'https://a.example/own-path', headers: [HEADER] };
    const found = plan({ connection }, withheld('https://a.example/other-path'), 'replace');
    expect(found.writes).not.toHaveProperty('connection');
    expect(found.notes).toEqual([]);
  });

  it('never sends the values that are here to another origin', () => {
    const connection = { baseUrl: 'https://a.example', headers: [HEADER] };
    const found = plan({ connection }, withheld('https://evil.example/path'), 'replace');
    expect(found.writes['connection']).toEqual({ baseUrl: 'https://evil.example', headers: [] });
    expect(found.notes).toEqual([
      expect.stringContaining('“Authorization” is not in the file'),
      expect.stringContaining('The path of the base URL is not in the file'),
    ]);
    expect(part(found, 'Connection')).toMatchObject({
      changed: ['Price service: https://a.example → https://evil.example'],
      removed: ['Header Authorization'],
    });
  });

  it('shows no secret', () => {
    const stored = { connection: { baseUrl: 'https://a.example/s3cret', headers: [HEADER] } };
    const file = backupOf({
      connection: {
        baseUrl: 'https://a.example/s3cret-2',
        headers: [{ ...HEADER, value: 'Bearer s3cret-2' }],
      },
    });
    const { parts, notes } = plan(stored, file, 'replace');
    expect(part({ parts } as ImportPlan, 'Connection')?.changed).toEqual([
      'Path of the base URL on https://a.example',
      'Value of the header Authorization',
    ]);
    expect(JSON.stringify([parts, notes])).not.toContain('s3cret');
  });

  it('asks before it connects without encryption, unless it is so already', () => {
    const file = backupOf({ connection: { baseUrl: 'http://far.example', headers: [] } });
    expect(plan({}, file, 'replace').unencryptedOrigin).toBe('http://far.example');
    const here = { connection: { baseUrl: 'http://far.example/path', headers: [] } };
    expect(plan(here, file, 'replace').unencryptedOrigin).toBeNull();
    const loopback = backupOf({ connection: { baseUrl: 'http://127.0.0.1:8080', headers: [] } });
    expect(plan({}, loopback, 'replace').unencryptedOrigin).toBeNull();
  });

  it.each([
    ['https://user:pass@a.example', [], /base URL cannot be used/],
    ['ftp://a.example', [], /base URL cannot be used/],
    ['https://a.example', [{ name: 'Cookie', value: 's3cret' }], /header 1 cannot be used.*Cookie/],
    ['https://a.example', [{ name: 'X', value: 's3cret\nmore' }], /header 1 cannot be used/],
  ])('is refused where it cannot be used: %s', (baseUrl, headers, reason) => {
    const file = readBackup(
      backupText((text) => (text['connection'] = { baseUrl, pathWithheld: false, headers })),
    );
    expect(() => plan({}, file, 'replace')).toThrow(ExportError);
    expect(() => plan({}, file, 'replace')).toThrow(reason);
    expect(() => plan({}, file, 'replace')).not.toThrow(/s3cret/);
  });
});

describe('trusted signers in a backup', () => {
  const trust = {
    beta: false,
    upgrades: [],
    custom: [profileOf(LOCAL_IDENTITY, 'Mine')],
    setsInUse: {},
  };

  it('are added, and told', () => {
    const found = plan({}, backupOf({ trust }), 'merge');
    expect(part(found, 'Trusted signers')?.added).toEqual(['Mine']);
    const { emitterChain, emitterAddress, keys, quorum } = LOCAL_IDENTITY;
    const mine = { name: 'Mine', emitterChain, emitterAddress, keys, quorum };
    expect(part(found, 'Trusted signers')?.signers).toEqual([mine]);
    expect(found.writes['trust']).toEqual(trust);
  });

  it('keep what this computer saw of the sets', () => {
    const setsInUse = { 'pyth/1': 5 };
    const found = plan(
      { trust: { ...trust, custom: [], setsInUse } },
      backupOf({ trust }),
      'replace',
    );
    expect(found.writes['trust']).toEqual({ ...trust, setsInUse });
  });

  it('are refused where the network did not sign the upgrade', () => {
    const file = backupOf({ trust: { ...trust, upgrades: ['ff00'] } });
    expect(() => plan({}, file, 'replace')).toThrow(/trusted signers cannot be used/);
  });

  it('are shown where a file changes them under their name, not where they are here', () => {
    const stored = { trust };
    const [mine] = trust.custom;
    const changed = { ...trust, custom: [{ ...mine!, keys: mine!.keys.toReversed() }] };
    const file = backupOf({ trust: changed });
    expect(part(plan(stored, file, 'replace'), 'Trusted signers')).toMatchObject({
      added: [],
      changed: ['Mine'],
      signers: [{ name: 'Mine', keys: LOCAL_IDENTITY.keys.toReversed() }],
    });
    expect(part(plan(stored, file, 'merge'), 'Trusted signers')).toBeUndefined();
    const beta = plan(stored, backupOf({ trust: { ...trust, beta: true } }), 'replace');
    expect(part(beta, 'Trusted signers')).not.toHaveProperty('signers');
  });

  it('come in with the names that are shown', () => {
    const custom = [profileOf(LOCAL_IDENTITY, '\u202EＭｉｎｅ\u00A0 1\u200B')];
    const found = plan({}, backupOf({ trust: { ...trust, custom } }), 'replace');
    expect(part(found, 'Trusted signers')?.added).toEqual(['Mine 1']);
    expect(found.writes['trust']).toMatchObject({ custom: [{ name: 'Mine 1' }] });
  });

  it.each(['Pyth\u200B routers', 'Рyth routers', 'Wormhole guard1ans'])(
    'are refused where their name looks like that of others: %s',
    (name) => {
      const custom = [profileOf(LOCAL_IDENTITY, name)];
      const file = backupOf({ trust: { ...trust, custom } });
      expect(() => plan({}, file, 'merge')).toThrow(/(?:called |like “)(?:Pyth|Wormhole)/);
    },
  );

  it('are added to signers here of which some are refused already', () => {
    const refused = { ...profileOf(LOCAL_IDENTITY, 'Pyth\u200B routers'), emitterChain: 7 };
    const stored = { trust: { ...trust, custom: [refused] } };
    const found = plan(stored, backupOf({ trust }), 'merge');
    expect(part(found, 'Trusted signers')).toMatchObject({ added: ['Mine'], removed: [] });
    expect(found.writes['trust']).toMatchObject({ custom: [refused, trust.custom[0]] });
  });

  it('are refused where a profile is none', () => {
    const file = backupOf({
      trust: { ...trust, custom: [{ ...profileOf(LOCAL_IDENTITY), quorum: 99 }] },
    });
    expect(() => plan({}, file, 'replace')).toThrow(/trusted signers cannot be used/);
  });
});

describe('alerts in a backup', () => {
  it('are refused where an id is there twice', () => {
    const file = backupOf({ alerts: [alertOn(A, 'x'), alertOn(B, 'x')] });
    expect(() => plan({}, file, 'replace')).toThrow(/same id/);
  });

  it('are refused where a feed would have too many', () => {
    const many = (prefix: string) =>
      Array.from({ length: 60 }, (_, n) => alertOn(A, `${prefix}${n}`));
    expect(() => plan({ alerts: many('a') }, backupOf({ alerts: many('b') }), 'merge')).toThrow(
      /120 alerts on one feed/,
    );
  });
});

function idsOf({ watchlist = [] }: Backup): string[] {
  return watchlist.map(({ id }) => id);
}

/** The backup as it stands after it was imported: a group holds followed feeds only. */
function expected(backup: Backup, target: StoredState): Backup {
  const known = followedFeeds.parse(target['followedFeeds']);
  const { watchlist = [] } = backup;
  const followed = new Set(idsOf(backup));
  return {
    ...backup,
    groups: (backup.groups ?? []).map((group) => ({
      ...group,
      feedIds: group.feedIds.filter((id) => followed.has(id)),
    })),
    // The name that is known here stays.
    watchlist: watchlist.map(({ id, attributes }) => ({
      id,
      attributes: known[id] ?? attributes,
    })),
  };
}

function withoutTimes(backup: Backup): unknown {
  return { ...backup, alerts: backup.alerts?.map((rule) => ({ ...rule, armedAt: 0 })) };
}

it('names a feed that nobody names by its id', () => {
  const found = plan({}, backupOf({ watchlist: [feed('d')] }), 'merge');
  expect(part(found, 'Watchlist')?.added).toEqual(['dddddddd…']);
});
