import { describe, expect, it } from 'vitest';
import { namedInCode } from '@/lib/domain/watchlist/named-feeds.ts';
import { claimOf } from '@/lib/domain/watchlist/naming.ts';
import { CATALOG_ROWS } from '../../../price-service/catalog-table.ts';
import { recordedCatalog } from '../prices/shared-data.ts';

const DOGE = 'dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c';

describe('the feeds that the code names', () => {
  it('are those of starter sets and currencies', () => {
    expect(namedInCode(DOGE)?.['symbol']).toBe('Crypto.DOGE/USD');
    const yen = CATALOG_ROWS.find(({ symbol }) => symbol === 'FX.USD/KRW');
    expect(namedInCode(yen?.id ?? '')).toEqual({
      asset_type: 'FX',
      base: 'USD',
      quote_currency: 'KRW',
      display_symbol: 'USD/KRW',
      symbol: 'FX.USD/KRW',
      description: 'US Dollar / South Korean Won',
    });
    expect(namedInCode('ab'.repeat(32))).toBeNull();
  });

  it('have the names of the public feed list', (context) => {
    const others = recordedCatalog(context).filter(({ id, attributes }) => {
      const kept = namedInCode(id);
      return kept && claimOf({ kept, listed: attributes }, true) !== null;
    });
    expect(others).toEqual([]);
  });
});
