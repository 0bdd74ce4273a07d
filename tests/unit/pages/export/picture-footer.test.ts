import { describe, expect, it } from 'vitest';
import { readPictureFooter, timeWithZone } from '../../../../lib/pages/export/picture-footer.ts';

import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';
import { activeService } from '../../../../lib/storage/values/failover.ts';
import { priceServices } from '../../../../lib/storage/values/settings.ts';
import { suppliedFeeds } from '../../../../lib/storage/values/supplied-feeds.ts';
import { BTC, ETH } from '../../background/feeds.ts';
import { serviceWith, setService } from '../../domain/connection/services.ts';

const AT = Date.UTC(2026, 10, 21, 7, 20, 15);

describe('the footer of a picture', () => {
  it('shows the time with its time zone', () => {
    setLocale(readLocale('en'), 'en-GB');
    expect(timeWithZone(AT, 'Europe/Berlin')).toBe('21 Nov 2026, 08:20:15 CET');
    expect(timeWithZone(AT, 'UTC')).toBe('21 Nov 2026, 07:20:15 UTC');
  });

  it('shows the host but never the path, which may contain a secret', async () => {
    await setService({
      baseUrl: 'https://a.example:8443/s3cret/hermes',
      headers: [],
    });
    const { source } = await readPictureFooter([BTC], AT);
    expect(source).toBe('Prices from a.example:8443');
  });

  it('names the services that the prices in the picture come from', async () => {
    await priceServices.setValue(
      ['a', 'b', 'c'].map((id) => serviceWith({ id, baseUrl: `https://${id}.example/s3cret` })),
    );
    const problem = { code: 'timeout' as const };
    await activeService.setValue({ id: 'b', since: 1, reason: { preferredId: 'a', problem } });
    const supplied = { reasons: { [ETH]: 'unknown' as const }, suppliers: { [ETH]: 'c' } };
    await suppliedFeeds.setValue({ ...suppliedFeeds.fallback, ...supplied });
    const sourceOf = async (...ids: string[]) => (await readPictureFooter(ids, AT)).source;
    expect(await sourceOf(BTC)).toBe('Prices from b.example');
    expect(await sourceOf(ETH)).toBe('Prices from c.example');
    expect(await sourceOf(ETH, BTC)).toBe('Prices from b.example and c.example');
    // It was removed since.
    await priceServices.setValue([serviceWith({ id: 'a' }), serviceWith({ id: 'b' })]);
    expect(await sourceOf(ETH)).toBe('Prices from an unknown service');
  });
});
