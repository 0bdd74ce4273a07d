import { describe, expect, it } from 'vitest';
import { pictureSource, timeWithZone } from '@/lib/pages/export/picture-source.ts';
import { PUBLIC_SERVICES } from '@/lib/domain/connection/public-services.ts';

import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { connectionMemory } from '@/lib/storage/values/connection-memory.ts';
import { BTC, ETH } from '../../background/feeds.ts';
import { serviceWith, setService } from '../../domain/connection/services.ts';

const AT = Date.UTC(2026, 10, 21, 7, 20, 15);

describe('the footer of a picture', () => {
  it('shows the time with its time zone', () => {
    setLocale(readLocale('en'), 'en-GB');
    expect(timeWithZone(AT, 'Europe/Berlin')).toBe('21 Nov 2026, 08:20:15 CET');
    expect(timeWithZone(AT, 'UTC')).toBe('21 Nov 2026, 07:20:15 UTC');
  });

  it('names a public service, and none of the user’s own', async () => {
    await setService({ baseUrl: PUBLIC_SERVICES.public, headers: [] });
    expect(await pictureSource([BTC])).toBe('Prices from hermes.pyth.network');
    await setService({ baseUrl: 'https://a.example:8443/s3cret/hermes', headers: [] });
    expect(await pictureSource([BTC])).toBe('Own price service');
    // A path can be a secret of the user at the same host.
    await setService({ baseUrl: `${PUBLIC_SERVICES.public}/s3cret`, headers: [] });
    expect(await pictureSource([BTC])).toBe('Own price service');
  });

  it('names the services that the prices in the picture come from', async () => {
    await priceServices.setValue([
      serviceWith({ id: 'a', baseUrl: 'https://a.example' }),
      serviceWith({ id: 'b', baseUrl: PUBLIC_SERVICES.public }),
      serviceWith({ id: 'c', baseUrl: PUBLIC_SERVICES.newer }),
    ]);
    const problem = { code: 'timeout' as const };
    await activeService.setValue({ id: 'b', since: 1, reason: { preferredId: 'a', problem } });
    const supplyFrom = (id: string) =>
      connectionMemory.update((known) => ({
        ...known,
        feeds: { ...known.feeds, suppliers: { [ETH]: id } },
      }));
    await supplyFrom('c');
    expect(await pictureSource([BTC])).toBe('Prices from hermes.pyth.network');
    expect(await pictureSource([ETH, BTC])).toBe(
      'Prices from hermes.pyth.network and pyth.dourolabs.app',
    );
    await supplyFrom('a');
    expect(await pictureSource([ETH, BTC])).toBe('Own price service');
    // It has been removed since.
    await priceServices.setValue([serviceWith({ id: 'b' })]);
    expect(await pictureSource([ETH])).toBe('Own price service');
  });
});
