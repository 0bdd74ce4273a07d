import { extensionVersion } from '../../base/about/version.ts';
import { fileName } from '../export/file-name.ts';
import { textFile, type ExportFile } from '../export/files.ts';
import { announcementsOf } from '../receipts/announcements.ts';
import { proofPage } from '../../domain/receipts/document/proof-page.ts';
import { readPageParts } from '../receipts/page-parts.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import type { Statement, Calculation } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { toDecimalString } from '../../domain/prices/decimal.ts';
import type { ProofFile } from '../../domain/receipts/proof-file.ts';

/** Creates a page that checks itself, offline. */
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

/** Lines refer to prices by their index. */
export function statementData(statement: Statement): Pick<ProofFile, 'prices' | 'about'> {
  const { group, time, currency, lines, prices } = statement;
  const places = new Map(prices.map(({ feedId }, place) => [feedId, place]));
  const placeOf = (id: string): number => places.get(id) ?? 0;
  return {
    prices: prices.map(({ name, signed }) => ({ name, signed })),
    about: {
      kind: 'statement',
      group,
      timeMs: toMilliseconds(time),
      currency,
      lines: lines.map(({ feedId, name, amounts, isClosed }) => ({
        name,
        price: placeOf(feedId),
        amounts: amounts && amountsOf(amounts),
        isClosed,
      })),
    },
  };

  function amountsOf({ quantity, factors, rate }: Calculation) {
    return {
      quantity: toDecimalString(quantity),
      factors: factors.map(({ id, isInverse }) => ({ price: placeOf(id), isInverse })),
      rate: rate && { by: rate.by, value: toDecimalString(rate.value) },
    };
  }
}
