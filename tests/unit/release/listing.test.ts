import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readListing } from '../../release/listing.ts';
import { ROOT } from '../../tools/build.ts';

const LANGUAGES = readdirSync(join(ROOT, 'assets', 'locales'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => basename(name, '.json'));

describe('the texts for the stores', () => {
  it.each(LANGUAGES)('are complete in %s, and as long as the English ones', async (language) => {
    const english = await readListing('en');
    const { description } = await readListing(language);
    expect(description).toHaveLength(english.description.length);
    const bullets = (lines: string[]): boolean[] => lines.map((line) => line.startsWith('• '));
    expect(bullets(description)).toEqual(bullets(english.description));
    expect(description.join(' ')).not.toMatch(/["']|\.\.\./);
  });
});
