import fc from 'fast-check';
import type { Backup } from '@/lib/pages/export/backup/format.ts';
import type { StoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { fitName } from '@/lib/base/text/fit-name.ts';
import { readBackup } from '@/lib/pages/export/backup/read.ts';
import { writeBackup } from '@/lib/pages/export/backup/write.ts';

/** A feed id of one repeated digit. */
export const feed = (digit: string): string => digit.repeat(64);

export const [A, B, C] = [feed('a'), feed('b'), feed('c')] as [string, string, string];

export const NOW = Date.UTC(2026, 10, 21, 7, 20, 15);
export const SECRET = 'Bearer s3cret-t0ken';

export function alertOn(feedId: string, id: string, level = '65000') {
  return { id, feedId, trigger: { kind: 'crosses', direction: 'above', level } };
}

/** The parsed backup file of what is stored. */
export function backupOf(stored: StoredState, withSecrets = true): Backup {
  return readBackup(writeBackup(stored, { withSecrets, withHoldings: true, atMs: NOW }));
}

/** The text of a backup with changes. */
export function backupText(change: (file: Record<string, unknown>) => void): string {
  const file = JSON.parse(writeBackup({}, { withSecrets: true, withHoldings: false, atMs: NOW }));
  change(file);
  return JSON.stringify(file);
}

const feedId = fc.stringMatching(/^[0-9a-f]{64}$/);
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .map(fitName)
  .filter((fitted) => fitted !== '');

const figure = fc.stringMatching(/^-?\d{1,40}(\.\d{1,18})?$/);
const holding = fc.record({
  quantity: figure,
  cost: fc.option(
    fc.record({ perUnit: figure, currency: fc.constantFrom('USD', 'EUR', 'BTC', 'XAU-g') }),
  ),
});

/** One service, as version 1 stored it. */
const connection = fc.record({
  baseUrl: fc.constantFrom('https://a.example/token/hermes', 'https://b.example'),
  headers: fc.constantFrom([], [{ name: 'Authorization', value: SECRET }]),
});

const services = fc
  .uniqueArray(
    fc
      .record({ id: fc.constantFrom('first', 'second', 'third'), isPaused: fc.boolean() })
      .chain((parts) => connection.map((settings) => ({ ...settings, ...parts })))
      .chain((parts) => fc.oneof(name, fc.constant('')).map((given) => ({ ...parts, name: given })))
      .map((parts) => ({ ...parts, mayMixUnverified: false })),
    { selector: ({ id }) => id, minLength: 1 },
  )
  .map((value) => ({ $version: 2, value }));

const group = (feedIds: fc.Arbitrary<string[]>) => fc.record({ id: fc.uuid(), name, feedIds });

/** Anything that may be stored. */
export const anyState: fc.Arbitrary<StoredState> = fc
  .uniqueArray(feedId, { maxLength: 6 })
  .chain((ids) => {
    const listed = fc.subarray(ids);
    return fc.record(
      {
        watchlist: fc.constant(ids),
        followedFeeds: fc.dictionary(
          ids.length === 0 ? feedId : fc.constantFrom(...ids),
          fc.record({ display_symbol: name }),
        ),
        groups: fc.uniqueArray(group(listed), { selector: ({ id }) => id, maxLength: 4 }),
        rowNames: fc.dictionary(feedId, name),
        holdings: fc
          .subarray(ids)
          .chain((held) => fc.record(Object.fromEntries(held.map((id) => [id, holding])))),
        connection: fc.oneof(connection, services),
        appearance: fc.record({
          theme: fc.constantFrom('system', 'light', 'dark'),
          palette: fc.constantFrom('green-up', 'red-up', 'blue-up'),
        }),
        backgroundUpdates: fc.constantFrom('live', 'balanced', 'saver'),
        staleLimitSeconds: fc.integer({ min: 5, max: 86_400 }),
        signatures: fc.constantFrom('show', 'require', 'off'),
        badgeFeed: fc.option(feedId),
        alerts: fc.uniqueArray(
          fc.record({ id: fc.uuid(), feedId }).map(({ id, feedId: on }) => alertOn(on, id)),
          { selector: ({ id }) => id, maxLength: 4 },
        ),
      },
      { requiredKeys: [] },
    );
  });
