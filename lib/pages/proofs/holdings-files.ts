import { toDecimalString } from '../../domain/prices/decimal.ts';
import { distanceFrom } from '../../domain/prices/early-late.ts';
import type { Measure } from '../../domain/currency/cross.ts';
import { formatList } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import {
  toMilliseconds,
  toSeconds,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import { exactText, isoTime } from '../export/exact-text.ts';
import { fileName } from '../export/file-name.ts';
import { textFile, type ExportFile } from '../export/files.ts';
import { column, toCsv, type Column } from '../export/table.ts';
import { exportedHoldings, type ExportedHoldings, type ProvenFeed } from './holdings-export.ts';
import { proofFile } from './save-proof.ts';

/**
 * The selected group's holdings at a time, as a table or with the signed prices.
 * @param publishTime `null`: now
 * @throws InquiryError if the service provides no prices; SaveError if no holding has a value
 */
export async function holdingsFile(
  format: 'csv' | 'proof',
  publishTime: UnixSeconds | null,
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const { prices, values, leftOut, ...claims } = await exportedHoldings(publishTime);
  const subject = claims.group ?? 'watchlist';
  const file =
    format === 'csv'
      ? textFile(
          fileName({ subject, what: 'holdings', atMs: claims.time, extension: 'csv' }),
          holdingsCsv({ prices, values, ...claims }),
          'csv',
        )
      : proofFile(subject, prices, { holdings: claims }, nowMs);
  const names = formatList(leftOut, 'conjunction');
  return leftOut.length > 0 ? { ...file, note: t('export.holdings.leftOut', { names }) } : file;
}

/** A holding, an exchange rate, or the total. */
interface Row {
  name: string;
  of: ProvenFeed | null;
  quantity: string | null;
  value: Measure | null;
}

/** Lists holdings, exchange rates and the total, with all digits and times in UTC. */
function holdingsCsv({
  time,
  currency,
  lines,
  prices,
  values,
}: Omit<ExportedHoldings, 'leftOut' | 'group'>): string {
  const rows = prices.map((of, index): Row => {
    const quantity = lines[index]?.quantity ?? null;
    return { name: of.name, of, quantity, value: values.lines[index] ?? null };
  });
  const total: Row = { name: 'total', of: null, quantity: null, value: values.total };
  return toCsv(columnsOf(time, currency), [...rows, total]);
}

function columnsOf(time: UnixMilliseconds, currency: string): Column<Row>[] {
  const seconds = toSeconds(time);
  return [
    column('name', 'text', ({ name }) => name),
    column('id', 'text', ({ of }) => of && of.id),
    column('time', 'text', () => isoTime(time)),
    column('price', 'figure', ({ of }) => of && exactText(of.price.price, of.price.expo)),
    column('confidence', 'figure', ({ of }) => of && exactText(of.price.conf, of.price.expo)),
    column('publish_time', 'text', ({ of }) => of && isoTime(toMilliseconds(of.price.publishTime))),
    column(
      'time_mark',
      'text',
      ({ of }) => of && (distanceFrom(seconds, of.price.publishTime)?.when ?? null),
    ),
    column('market_closed', 'text', ({ of }) => of && (of.isClosed ? 'yes' : 'no')),
    column('quantity', 'figure', ({ quantity }) => quantity),
    column('value', 'figure', ({ value }) => value && toDecimalString(value.price)),
    column('value_confidence', 'figure', ({ value }) => value && toDecimalString(value.confidence)),
    column('currency', 'text', ({ value }) => value && currency),
  ];
}
