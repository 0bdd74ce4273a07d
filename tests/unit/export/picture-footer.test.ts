import { describe, expect, it } from 'vitest';
import { readPictureFooter, timeWithZone } from '../../../lib/export/picture-footer.ts';

import { readLocale } from '../../tools/locale-texts.ts';
import { setLocale } from '../locale/set-locale.ts';
import { setService } from '../connection/services.ts';

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
    const { source } = await readPictureFooter(AT);
    expect(source).toBe('Prices from a.example:8443');
  });
});
