import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExportError } from '@/lib/base/save-error.ts';
import type { Backup } from '@/lib/pages/export/backup/format.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { planImport, type ImportPlan } from '@/lib/pages/export/backup/plan.ts';
import type { ImportMode } from '@/lib/pages/export/backup/plan-part.ts';
import { readBackup } from '@/lib/pages/export/backup/read.ts';
import { makeBackup } from '@/lib/pages/export/backup/write.ts';
import type { StoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { t } from '@/lib/base/locale/t.ts';
import { feedNamings, followedFeeds } from '@/lib/storage/values/catalog.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { A, alertOn, anyState, B, backupOf, backupText, C, feed, NOW, SECRET } from './backups.ts';

/** The options of a backup that contains all there is. */
const EVERYTHING = { withSecrets: true, withHoldings: true, atMs: NOW };
const HEADER = { name: 'Authorization', value: SECRET };

function plan(stored: StoredState, backup: Backup, mode: ImportMode = 'replace'): ImportPlan {
  return planImport(stored, backup, { mode, nowMs: NOW });
}

function servicesIn({ writes }: ImportPlan): ServiceSettings[] {
  return priceServices.parse(writes[priceServices.key]);
}

function inFile(parts: object) {
  const { id, name, isPaused, baseUrl, headers } = DEFAULT_SERVICE;
  return { id, name, isPaused, baseUrl, pathWithheld: false, headers, ...parts };
}

function servicesFile(services: readonly object[]): Backup {
  const { format, version, createdAt } = backupOf({});
  return readBackup(JSON.stringify({ format, version, createdAt, services }));
}

function part(result: ImportPlan, title: string) {
  return result.parts.find((each) => each.title === title);
}

describe('an import that replaces', () => {
  it('makes everything as in the file, whatever was stored before', () => {
    fc.assert(
      fc.property(anyState, anyState, (source, target) => {
        const backup = backupOf(source);
        const { writes } = plan(target, backup);
        const after = { ...target, ...writes };
        const again = plan(after, backup);
        expect(again.writes).toEqual({});
        expect(again.parts).toEqual([]);
        expect(withoutTimes(makeBackup(after, EVERYTHING))).toEqual(
          withoutTimes(expected(backup, target)),
        );
      }),
    );
  });

  it('lists what it adds, removes and changes', () => {
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
    const result = plan(stored, file);
    expect(part(result, 'Watchlist')).toMatchObject({
      added: ['CCC/USD (cccccccc…)'],
      removed: ['BBB/USD'],
      changed: [],
    });
    expect(part(result, 'Settings')?.changed).toEqual([t('options.section.look')]);
    expect(part(result, 'Alerts')?.added).toEqual(['AAA/USD · Rises above 65,000']);
    expect(followedFeeds.parse(result.writes['followedFeeds'])).toMatchObject({
      [C]: { display_symbol: 'CCC/USD' },
    });
  });

  it('shows the ids of feeds that the file names differently, and keeps the names', () => {
    const DOGE = 'dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c';
    const lie = { symbol: 'Crypto.BTC/USD', display_symbol: 'BTC/USD' };
    const stored = { watchlist: [A], followedFeeds: { [A]: { display_symbol: 'AAA/USD' } } };
    const file = backupOf({
      watchlist: [DOGE, A],
      followedFeeds: { [DOGE]: lie, [A]: lie },
      alerts: [alertOn(A, 'one')],
    });
    const result = plan(stored, file);
    expect(part(result, 'Watchlist')?.added).toEqual(['DOGE/USD (dcef50dd…)']);
    expect(part(result, 'Alerts')?.added).toEqual(['AAA/USD (aaaaaaaa…) · Rises above 65,000']);
    expect(followedFeeds.parse(result.writes['followedFeeds'])).toMatchObject({
      [A]: { display_symbol: 'AAA/USD' },
      [DOGE]: { symbol: 'Crypto.DOGE/USD' },
    });
    expect(feedNamings.parse(result.writes['feedNamings'])).toEqual({
      [DOGE]: { isConfirmed: true, claim: null },
    });
  });

  it('warns if signatures would no longer be checked', () => {
    const file = backupOf({ signatures: 'off' });
    expect(plan({}, file).notes).toEqual([t('signatures.mode.off.hint')]);
    expect(plan({ signatures: 'off' }, file).notes).toEqual([]);
  });

  it('does not change what is missing from the file', () => {
    const { format, version, createdAt } = backupOf({});
    const result = plan({ watchlist: [A] }, { format, version, createdAt });
    expect(result).toEqual({ parts: [], notes: [], unencryptedOrigin: null, writes: {} });
  });

  it('makes new and changed alerts active from the time of the import', () => {
    const stored = { alerts: [{ ...alertOn(A, 'same'), armedAt: 5 }, alertOn(A, 'other', '1')] };
    const file = backupOf({
      alerts: [alertOn(A, 'same'), alertOn(A, 'other', '2'), alertOn(B, 'new')],
    });
    const { writes } = plan(stored, file);
    expect(alertRules.parse(writes['alerts'])).toMatchObject([
      { id: 'same', armedAt: 5 },
      { id: 'other', armedAt: NOW },
      { id: 'new', armedAt: NOW },
    ]);
  });
});

describe('an import that merges', () => {
  it('changes and removes nothing, and adds nothing twice', () => {
    fc.assert(
      fc.property(anyState, anyState, (source, target) => {
        const backup = backupOf(source);
        const { parts, writes } = plan(target, backup, 'merge');
        const after = { ...target, ...writes };
        for (const { removed } of parts) expect(removed).toEqual([]);
        for (const key of ['connection', 'appearance', 'signatures', 'badgeFeed'] as const) {
          if (target[key] !== undefined) expect(after[key]).toEqual(target[key]);
        }
        const before = makeBackup(target, EVERYTHING);
        const now = makeBackup(after, EVERYTHING);
        expect(idsOf(now).slice(0, idsOf(before).length)).toEqual(idsOf(before));
        expect(new Set(idsOf(now)).size).toBe(idsOf(now).length);
        expect(now.alerts).toEqual(expect.arrayContaining(before.alerts ?? []));
        expect(now.rowNames).toMatchObject(before.rowNames ?? {});
        expect(plan(after, backup, 'merge').writes).toEqual({});
      }),
    );
  });

  it('sets only settings that the user never changed', () => {
    const appearance = { theme: 'dark', palette: 'red-up' };
    const file = backupOf({ appearance, signatures: 'require', singleKeys: false });
    const { writes } = plan({ signatures: 'off' }, file, 'merge');
    expect(writes).toEqual({ appearance, singleKeys: false });
  });

  it('merges groups with the same name', () => {
    const stored = { watchlist: [A, B], groups: [{ id: '1', name: 'Metals', feedIds: [A] }] };
    const file = backupOf({
      watchlist: [A, B],
      groups: [{ id: '2', name: 'metals', feedIds: [B, A] }],
    });
    const { writes } = plan(stored, file, 'merge');
    expect(writes['groups']).toEqual([{ id: '1', name: 'Metals', feedIds: [A, B] }]);
  });

  it('is rejected if the result would exceed a limit', () => {
    const many = (from: number): string[] =>
      Array.from({ length: 600 }, (_, n) => (from + n).toString(16).padStart(64, '0'));
    const file = backupOf({ watchlist: many(0) });
    expect(() => plan({ watchlist: many(1_000) }, file, 'merge')).toThrow(/^Watchlist: .*1,000/);
    expect(plan({ watchlist: many(1_000) }, file).parts).not.toEqual([]);
  });
});

describe('groups with a currency of their own, in a file of version 0.2.0', () => {
  const group = (id: string, currency?: string | null) => ({
    id,
    name: `Group ${id}`,
    feedIds: [A],
    ...(currency !== undefined && { currency }),
  });
  const fileWith = (list: readonly object[], displayCurrency?: string | null): Backup =>
    readBackup(
      backupText((file) => {
        file['watchlist'] = [{ id: A, attributes: null }];
        file['groups'] = list;
        file['settings'] = displayCurrency === undefined ? {} : { displayCurrency };
      }),
    );
  it.each(['merge', 'replace'] as const)(
    'give it to the list if they agree, in mode %s',
    (mode) => {
      const file = fileWith([group('1', 'EUR'), group('2'), group('3', 'EUR')], null);
      const { writes, notes } = plan({}, file, mode);
      expect(writes['displayCurrency']).toBe('EUR');
      expect(writes['groups']).toEqual([group('1'), group('2'), group('3')]);
      expect(notes).toEqual([]);
      expect(plan(writes, file, mode).writes).toEqual({});
    },
  );

  it('lose it if they do not agree, or the list has one', () => {
    const differing = plan({}, fileWith([group('1', 'EUR'), group('2', 'CHF')]));
    expect(differing.writes).not.toHaveProperty('displayCurrency');
    const owned = plan({}, fileWith([group('1', 'EUR')], 'CHF'));
    expect(owned.writes).toMatchObject({ displayCurrency: 'CHF' });
  });

  it('do not change what the user chose when merging, and leave known groups as they are', () => {
    const stored = { displayCurrency: 'CHF', watchlist: [A], groups: [group('1')] };
    const file = fileWith([group('1', 'EUR'), group('2', 'EUR')]);
    const { writes } = plan(stored, file, 'merge');
    expect(writes).not.toHaveProperty('displayCurrency');
  });
});

describe('the names in a backup', () => {
  const group = { id: '1', name: 'Metals', feedIds: [A] };
  const followed = { watchlist: [A, B] };
  // Edited text, because names that come from storage are already cleaned up.
  const fileWith = (names: object): Backup =>
    readBackup(
      backupText((file) => {
        file['watchlist'] = [A, B].map((id) => ({ id, attributes: null }));
        Object.assign(file, names);
      }),
    );

  it('are cleaned up like typed ones: on one line, without bidi or invisible characters', () => {
    const file = fileWith({
      groups: [{ ...group, name: ' Me\u202Etals\n\u3164 ' }],
      rowNames: { [A]: '\u202ELTC\t x', [B]: ' \u200B ' },
    });
    const { writes } = plan(followed, file);
    expect(writes['groups']).toEqual([group]);
    expect(writes['rowNames']).toEqual({ [A]: 'LTC x' });
    expect(plan({ ...followed, ...writes }, file, 'merge').writes).toEqual({});
  });

  it.each(['merge', 'replace'] as const)('are rejected if a group has none, in mode %s', (mode) => {
    const file = fileWith({ groups: [group, { ...group, id: '2', name: ' \u200B' }] });
    expect(() => plan(followed, file, mode)).toThrow(
      t('backup.problem.invalid', { place: 'groups › 2' }),
    );
  });

  it.each(['merge', 'replace'] as const)(
    'do not hide two groups with the same id, in mode %s',
    (mode) => {
      const file = backupOf({ ...followed, groups: [group, { ...group, name: 'Coins' }] });
      expect(() => plan(followed, file, mode)).toThrow(/damaged/);
    },
  );
});

describe('the connection in a backup', () => {
  const withheld = (baseUrl: string) =>
    backupOf({ connection: { baseUrl, headers: [HEADER] } }, false);

  it('keeps the current secrets for the same origin if the file has none', () => {
    const connection = { baseUrl: 'https://a.example/own-path', headers: [HEADER] };
    const result = plan({ connection }, withheld('https://a.example/other-path'));
    expect(result.writes).not.toHaveProperty('connection');
    expect(result.notes).toEqual([]);
  });

  it('never sends current header values to another origin', () => {
    const connection = { baseUrl: 'https://a.example', headers: [HEADER] };
    const result = plan({ connection }, withheld('https://evil.example/path'));
    expect(servicesIn(result)).toMatchObject([{ baseUrl: 'https://evil.example', headers: [] }]);
    expect(result.notes).toEqual([
      t('backup.note.headerValue', { name: 'Authorization' }),
      t('backup.note.path'),
    ]);
    expect(part(result, 'Connection')).toMatchObject({
      changed: ['a.example: https://a.example → https://evil.example'],
    });
  });

  it('shows no secrets in the plan', () => {
    const stored = { connection: { baseUrl: 'https://a.example/s3cret', headers: [HEADER] } };
    const file = backupOf({
      connection: {
        baseUrl: 'https://a.example/s3cret-2',
        headers: [{ ...HEADER, value: 'Bearer s3cret-2' }],
      },
    });
    const { parts, notes } = plan(stored, file);
    expect(part({ parts } as ImportPlan, 'Connection')?.changed).toEqual(['https://a.example']);
    expect(JSON.stringify([parts, notes])).not.toContain('s3cret');
  });

  it('asks before connecting without encryption, unless that is already so', () => {
    const file = backupOf({ connection: { baseUrl: 'http://far.example', headers: [] } });
    expect(plan({}, file).unencryptedOrigin).toBe('http://far.example');
    const here = { connection: { baseUrl: 'http://far.example/path', headers: [] } };
    expect(plan(here, file).unencryptedOrigin).toBeNull();
    const loopback = backupOf({ connection: { baseUrl: 'http://127.0.0.1:8080', headers: [] } });
    expect(plan({}, loopback).unencryptedOrigin).toBeNull();
  });

  it('lists what changes in a list of services', () => {
    const b = inFile({ id: 'b', baseUrl: 'https://b.example', name: 'B', headers: [HEADER] });
    const c = inFile({ id: 'c', baseUrl: 'https://c.example' });
    const stored = plan({}, servicesFile([b, c])).writes;
    const changed = { ...b, headers: [], isPaused: true, name: 'New' };
    const d = inFile({ id: 'd', baseUrl: 'https://d.example' });
    const result = plan(stored, servicesFile([d, changed]));
    expect(part(result, 'Connection')).toMatchObject({
      added: ['https://d.example'],
      removed: ['https://c.example'],
      changed: ['https://b.example: on → off'],
    });
    const reordered = plan(stored, servicesFile([c, b]));
    expect(part(reordered, 'Connection')?.changed).toEqual(['Order']);
  });

  it('shows the old and the new value of each setting that protects, before all others', () => {
    const quietHours = { enabled: true, from: '22:00', to: '07:00', days: [2, 1] };
    const own = { areOn: true, tellsMissed: false, sound: true, quietHours };
    const stored = { signatures: 'require', staleLimitSeconds: 60, alertSettings: own };
    const file = backupOf({
      ...stored,
      signatures: 'off',
      staleLimitSeconds: 86_400,
      appearance: { theme: 'dark', palette: 'green-up' },
      alertSettings: {
        ...own,
        areOn: false,
        sound: false,
        quietHours: { ...quietHours, from: '00:00', to: '23:59', days: [1, 2, 3, 4, 5, 6, 7] },
      },
    });
    const changed = part(plan(stored, file), 'Settings')?.changed ?? [];
    expect(new Set(changed.slice(0, 5))).toEqual(
      new Set([
        'Signatures: Require → Off',
        'Not updating after: 1\u00a0min → 24\u00a0hr',
        'Alerts: on → off',
        'Quiet hours: 22:00–07:00 (Mon and Tue) → 00:00–23:59',
        'Play a sound: on → off',
      ]),
    );
    expect(changed.slice(5)).toEqual([t('options.section.look')]);
  });

  it.each([
    ['turned off', { enabled: false }, 'BBB/USD · Rises above 65,000: on → off'],
    ['snoozed', { snoozedUntil: NOW + 1 }, 'BBB/USD · Rises above 65,000: on → off'],
    ['expired', { expiresAt: NOW }, 'BBB/USD · Rises above 65,000: on → off'],
    ['renamed', { note: 'x' }, 'BBB/USD · Rises above 65,000'],
  ])('shows that an alert is %s', (_, change, words) => {
    const rule = alertOn(B, 'one');
    const stored = { alerts: [rule], followedFeeds: { [B]: { display_symbol: 'BBB/USD' } } };
    const file = backupOf({ ...stored, alerts: [{ ...rule, ...change }] });
    expect(part(plan(stored, file), 'Alerts')?.changed).toEqual([words]);
  });

  it('shows the old and the new level of an alert', () => {
    const stored = { alerts: [alertOn(B, 'one')] };
    const file = backupOf({ alerts: [alertOn(B, 'one', '99999999')] });
    expect(part(plan(stored, file), 'Alerts')?.changed).toEqual([
      'bbbbbbbb…: Rises above 65,000 → Rises above 99,999,999',
    ]);
  });

  it('says that current secrets go to another path of their origin', () => {
    const own = { ...DEFAULT_SERVICE, baseUrl: 'https://a.example/path', headers: [HEADER] };
    const header = { ...HEADER, value: null };
    const file = (path: string) =>
      servicesFile([
        inFile({ id: own.id, baseUrl: `https://a.example${path}`, headers: [header] }),
      ]);
    const stored = priceServices.entry([own]);
    const other = plan(stored, file('/other'));
    expect(servicesIn(other)).toMatchObject([{ headers: [HEADER] }]);
    expect(other.notes).toEqual([t('backup.note.otherPath', { origin: 'https://a.example' })]);
    expect(plan(stored, file('/path/')).notes).toEqual([]);
  });

  it('fills in secrets only from a service with the same origin, whatever its id', () => {
    const own = { ...DEFAULT_SERVICE, baseUrl: 'https://a.example/path', headers: [HEADER] };
    const stored = priceServices.entry([own]);
    const header = { ...HEADER, value: null };
    const file = servicesFile([
      inFile({ id: 'first', baseUrl: 'https://evil.example', headers: [header] }),
      inFile({ id: 'x', baseUrl: 'https://a.example', pathWithheld: true, headers: [header] }),
    ]);
    expect(servicesIn(plan(stored, file))).toMatchObject([
      { baseUrl: 'https://evil.example', headers: [] },
      { baseUrl: own.baseUrl, headers: [HEADER] },
    ]);
  });

  it('keeps the consent to unverified prices, and never gives it', () => {
    const agreed = { ...DEFAULT_SERVICE, mayMixUnverified: true };
    const renamed = servicesFile([inFile({ name: 'New' })]);
    const consent = (stored: StoredState, file: Backup) =>
      servicesIn(plan(stored, file))[0]?.mayMixUnverified;
    expect(consent(priceServices.entry([agreed]), renamed)).toBe(true);
    expect(consent({}, renamed)).toBe(false);
    const elsewhere = servicesFile([inFile({ baseUrl: 'https://b.example' })]);
    expect(consent(priceServices.entry([agreed]), elsewhere)).toBe(false);
  });

  it('does not change own services when it merges', () => {
    const stored = { connection: { baseUrl: 'https://a.example', headers: [HEADER] } };
    const file = servicesFile([inFile({ id: 'b', baseUrl: 'https://b.example' })]);
    expect(plan(stored, file, 'merge').writes).toEqual({});
    expect(servicesIn(plan({}, file, 'merge'))).toMatchObject([{ id: 'b' }]);
  });

  it('is rejected if two services have the same id', () => {
    const file = servicesFile([inFile({}), inFile({ baseUrl: 'https://b.example' })]);
    expect(() => plan({}, file)).toThrow(t('backup.problem.damaged'));
  });

  it.each([
    ['https://user:pass@a.example', [], /services › baseUrl/],
    ['ftp://a.example', [], /services › baseUrl/],
    ['https://a.example', [{ name: 'Cookie', value: 's3cret' }], /services › headers › 1.*Cookie/],
    ['https://a.example', [{ name: 'X', value: 's3cret\nmore' }], /services › headers › 1/],
  ])('is rejected if it cannot be used: %s', (baseUrl, headers, reason) => {
    const file = readBackup(
      backupText((text) => (text['services'] = [inFile({ baseUrl, headers })])),
    );
    expect(() => plan({}, file)).toThrow(ExportError);
    expect(() => plan({}, file)).toThrow(reason);
    expect(() => plan({}, file)).not.toThrow(/s3cret/);
  });
});

describe('trusted signers in a backup', () => {
  const own = profileOf(LOCAL_IDENTITY, 'Mine');
  const trust = { beta: false, upgrades: [], custom: [own], setsInUse: {} };

  it('are added and listed in the plan', () => {
    const result = plan({}, backupOf({ trust }), 'merge');
    expect(part(result, 'Trusted signers')?.added).toEqual(['Mine']);
    const { emitterChain, emitterAddress, keys, quorum } = LOCAL_IDENTITY;
    const mine = { name: 'Mine', emitterChain, emitterAddress, keys, quorum };
    expect(part(result, 'Trusted signers')?.signers).toEqual([mine]);
    expect(result.writes['trust']).toEqual(trust);
  });

  it('do not replace the signer sets that this computer has seen', () => {
    const setsInUse = { 'pyth/1': 5 };
    const stored = { trust: { ...trust, custom: [], setsInUse } };
    const result = plan(stored, backupOf({ trust }));
    expect(result.writes['trust']).toEqual({ ...trust, setsInUse });
  });

  it('are rejected if the network did not sign an upgrade', () => {
    const file = backupOf({ trust: { ...trust, upgrades: ['ff00'] } });
    expect(() => plan({}, file)).toThrow(/trust › upgrades/);
  });

  it('are at most four upgrades, and the first bad one ends their check', () => {
    const none = { beta: false, custom: [] };
    const four = ['ff00', 'ff01', 'ff02', 'ff03'];
    const checked = resolveProfiles({ ...none, upgrades: four, setsInUse: {} }, 'stop');
    expect(checked.problems).toHaveLength(1);
    const file = { ...backupOf({}), trust: { ...none, upgrades: [...four, 'ff04'] } };
    expect(() => plan({}, file)).toThrow(
      new ExportError(t('backup.problem.invalid', { place: 'trust › upgrades' })),
    );
  });

  it('are listed if the file changes them, but not if they are unchanged', () => {
    const stored = { trust };
    const [mine] = trust.custom;
    const changed = { ...trust, custom: [{ ...mine!, keys: mine!.keys.toReversed() }] };
    const file = backupOf({ trust: changed });
    expect(part(plan(stored, file), 'Trusted signers')).toMatchObject({
      added: [],
      changed: ['Mine'],
      signers: [{ name: 'Mine', keys: LOCAL_IDENTITY.keys.toReversed() }],
    });
    expect(part(plan(stored, file, 'merge'), 'Trusted signers')).toBeUndefined();
    const beta = plan(stored, backupOf({ trust: { ...trust, beta: true } }));
    expect(part(beta, 'Trusted signers')).not.toHaveProperty('signers');
  });

  it('are imported under the names that are displayed', () => {
    const custom = [profileOf(LOCAL_IDENTITY, '\u202EＭｉｎｅ\u00A0 1\u200B')];
    const result = plan({}, backupOf({ trust: { ...trust, custom } }));
    expect(part(result, 'Trusted signers')?.added).toEqual(['Mine 1']);
    expect(result.writes['trust']).toMatchObject({ custom: [{ name: 'Mine 1' }] });
  });

  it.each(['Pyth\u200B routers', 'Рyth routers', 'Wormhole guard1ans'])(
    'are rejected if their name looks like that of others: %s',
    (name) => {
      const custom = [profileOf(LOCAL_IDENTITY, name)];
      const file = backupOf({ trust: { ...trust, custom } });
      expect(() => plan({}, file, 'merge')).toThrow(/(?:named |like )“(?:Pyth|Wormhole)/);
    },
  );

  it('are added even if some current signers are not valid', () => {
    const refused = { ...profileOf(LOCAL_IDENTITY, 'Pyth\u200B routers'), emitterChain: 7 };
    const stored = { trust: { ...trust, custom: [refused] } };
    const result = plan(stored, backupOf({ trust }), 'merge');
    expect(part(result, 'Trusted signers')).toMatchObject({ added: ['Mine'], removed: [] });
    expect(result.writes['trust']).toMatchObject({ custom: [refused, trust.custom[0]] });
  });

  it('are rejected if a profile is not valid', () => {
    const bad = { ...profileOf(LOCAL_IDENTITY), quorum: 99 };
    const file = backupOf({ trust: { ...trust, custom: [bad] } });
    expect(() => plan({}, file)).toThrow(/trust › .+Enter a number/);
  });
});

describe('holdings in a backup', () => {
  const one = { quantity: '1', cost: null };
  const two = { quantity: '2', cost: { perUnit: '3', currency: 'EUR' } };
  const followed = { watchlist: [A, B], followedFeeds: { [A]: { display_symbol: 'AAA/USD' } } };
  const file = backupOf({ ...followed, holdings: { [A]: two, [B]: two } });

  it('are added without changing what is there, if merged', () => {
    const result = plan({ ...followed, holdings: { [A]: one } }, file, 'merge');
    expect(result.writes).toEqual({ holdings: { [A]: one, [B]: two } });
    expect(part(result, 'Holdings')).toMatchObject({ added: ['bbbbbbbb…'], changed: [] });
  });

  it('become those of the file, if replaced; the plan shows no amounts', () => {
    const stored = { watchlist: [A, B, C], holdings: { [A]: one, [C]: one } };
    const result = plan({ ...followed, ...stored }, file);
    expect(result.writes['holdings']).toEqual({ [A]: two, [B]: two });
    expect(part(result, 'Holdings')).toEqual({
      title: 'Holdings',
      added: ['bbbbbbbb…'],
      removed: ['cccccccc…'],
      changed: ['AAA/USD'],
    });
  });

  it('are left out if their feed is not on the watchlist', () => {
    const { format, version, createdAt } = file;
    const holdings = { [A]: two, [C]: two };
    const alone = readBackup(JSON.stringify({ format, version, createdAt, holdings }));
    expect(plan(followed, alone, 'merge').writes).toEqual({ holdings: { [A]: two } });
  });

  it('stay as they are if the file has none', () => {
    const { holdings: _, ...without } = file;
    const stored = { ...followed, holdings: { [A]: one } };
    expect(plan(stored, without).writes).toEqual({});
  });
});

describe('alerts in a backup', () => {
  it('are rejected if an id occurs twice', () => {
    const file = backupOf({ alerts: [alertOn(A, 'x'), alertOn(B, 'x')] });
    expect(() => plan({}, file)).toThrow(/damaged/);
  });

  it('are rejected if a feed would have too many', () => {
    const many = (prefix: string) =>
      Array.from({ length: 60 }, (_, n) => alertOn(A, `${prefix}${n}`));
    expect(() => plan({ alerts: many('a') }, backupOf({ alerts: many('b') }), 'merge')).toThrow(
      /^Alerts: .*100/,
    );
  });
});

function idsOf({ watchlist = [] }: Backup): string[] {
  return watchlist.map(({ id }) => id);
}

/** The backup after an import, which removes feeds that are not in the watchlist from groups. */
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
    holdings: Object.fromEntries(
      Object.entries(backup.holdings ?? {}).filter(([id]) => followed.has(id)),
    ),
    // A stored name is kept.
    watchlist: watchlist.map(({ id, attributes }) => ({
      id,
      attributes: known[id] ?? attributes,
    })),
  };
}

function withoutTimes(backup: Backup): unknown {
  return { ...backup, alerts: backup.alerts?.map((rule) => ({ ...rule, armedAt: 0 })) };
}

it('shows a feed without a name by its id', () => {
  const result = plan({}, backupOf({ watchlist: [feed('d')] }), 'merge');
  expect(part(result, 'Watchlist')?.added).toEqual(['dddddddd…']);
});
