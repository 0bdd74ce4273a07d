import { extensionVersion } from '../../base/about/version.ts';
import { fileName } from '../export/file-name.ts';
import { textFile, type ExportFile } from '../export/files.ts';
import { announcementsOf } from '../receipts/announcements.ts';
import { proofPage } from '../../domain/receipts/document/proof-page.ts';
import { readPageParts } from '../receipts/page-parts.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import type { Statement } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { statementData } from './statement-data.ts';

/** A page that checks itself, offline. */
export async function statementHtmlFile(
  statement: Statement,
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const parts = await readPageParts();
  const announced = await Promise.all(
    statement.prices.map(({ signed }) => announcementsOf(signed)),
  );
  const file = {
    ...statementData(statement),
    announcements: [...new Set(announced.flat())],
    version: extensionVersion(),
    madeAt: nowMs,
  };
  const page = await proofPage(file, parts);
  return textFile(statementName(statement, 'html'), page, 'html');
}

export function statementCsvFile(statement: Statement): ExportFile {
  return textFile(statementName(statement, 'csv'), statementCsv(statement), 'csv');
}

function statementName({ group, time }: Statement, extension: string): string {
  const atMs = toMilliseconds(time);
  return fileName({ subject: group ?? 'watchlist', what: 'statement', atMs, extension });
}
