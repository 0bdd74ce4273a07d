import { describe, expect, it } from 'vitest';
import { ExportError } from '@/lib/base/save-error.ts';
import { BACKUP_VERSION, backupSchema, OLDEST_BACKUP } from '@/lib/pages/export/backup/format.ts';
import { migrateBackup, readBackup } from '@/lib/pages/export/backup/read.ts';
import { describeSchema } from '../../storage/describe-schema.ts';
import { FROZEN_BACKUPS } from './frozen-backups.ts';

describe('backups of every version', () => {
  it('have an example', () => {
    expect(FROZEN_BACKUPS.map(({ version }) => version)).toEqual(
      Array.from({ length: BACKUP_VERSION - OLDEST_BACKUP + 1 }, (_, n) => OLDEST_BACKUP + n),
    );
  });

  it.each(FROZEN_BACKUPS.map((file) => [file.version, file] as const))(
    'version %d is read completely',
    (_, file) => {
      expect(readBackup(JSON.stringify(file))).toEqual(FROZEN_BACKUPS.at(-1));
    },
  );

  it('have the schema of their version', () => {
    expect(
      describeSchema(backupSchema),
      'The format has changed. Append a migration and an example; or update this snapshot, if ' +
        'every existing file still fits.',
    ).toMatchSnapshot(`version ${BACKUP_VERSION}`);
  });
});

describe('migrations of a backup', () => {
  const migrations = [
    (old: unknown) => {
      const { rowNames, ...others } = old as Record<string, unknown>;
      return { ...others, displayNames: rowNames };
    },
    (old: unknown) => {
      const { displayNames, ...others } = old as { displayNames: object };
      return { ...others, names: Object.entries(displayNames) };
    },
  ];
  const file = { format: 'pricelight-backup' };

  it.each([
    [2, { rowNames: { a: 'Gold' } }],
    [3, { displayNames: { a: 'Gold' } }],
    [4, { names: [['a', 'Gold']] }],
  ])('lead from version %d to the current one', (version, part) => {
    expect(migrateBackup({ ...file, version, ...part }, migrations)).toEqual({
      ...file,
      version: 4,
      names: [['a', 'Gold']],
    });
  });

  it('do not apply to a file of version 0.1.0, which is rejected', () => {
    const older = { ...file, version: 1, rowNames: {} };
    expect(() => migrateBackup(older, migrations)).toThrow(ExportError);
  });

  it('reject a file that is too damaged for them', () => {
    const damaged = { ...file, version: 3, displayNames: null };
    expect(() => migrateBackup(damaged, migrations)).toThrow(ExportError);
  });

  it('do not apply to a file of a newer version, which is rejected', () => {
    const newer = { ...file, version: 5, names: [] };
    expect(() => migrateBackup(newer, migrations)).toThrow(
      /newer version of Pricelight \(backup version 5; .* 4\)/,
    );
  });
});
