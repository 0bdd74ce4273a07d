import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { OUTPUT, ROOT } from '../tools/build.ts';

/** The folder of what to paste and upload on the stores' pages. */
export const STORE = join(OUTPUT, 'store');

const LOCALES = join(ROOT, 'assets', 'locales');
const SOURCES = join(ROOT, 'assets', 'store');
const DOCUMENTS = ['privacy.md', 'review.md', 'support.md'];

/** The limit of the Chrome Web Store and of the manifest. */
const SUMMARY_LENGTH = 132;

// The stores allow more, but nobody reads that much.
const DESCRIPTION_LENGTH = 3_000;

const headline = z.string().check(z.minLength(1), z.maxLength(70));

const textsSchema = z.strictObject({
  description: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
  /** Headlines of the pictures. */
  headlines: z.strictObject({
    watchlist: headline,
    proof: headline,
    alerts: headline,
    themes: headline,
    options: headline,
  }),
});

const localeSchema = z.object({
  meta: z.object({ direction: z.enum(['ltr', 'rtl']) }),
  app: z.object({ name: z.string(), description: z.string() }),
});

/** What a store shows in one language. */
export type Listing = z.infer<typeof textsSchema> &
  z.infer<typeof localeSchema> & { language: string };

/** Whether the stores' texts are complete in every language. Writes them ready to paste. */
export async function writeListings(): Promise<string> {
  const files = (await readdir(LOCALES)).filter((name) => name.endsWith('.json'));
  for (const file of files) {
    const listing = await readListing(basename(file, '.json'));
    const { name, description } = listing.app;
    const folder = join(STORE, listing.language);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'summary.txt'), `${name}\n${description}\n`);
    await writeFile(join(folder, 'description.txt'), `${descriptionOf(listing)}\n`);
  }
  for (const name of DOCUMENTS) await copyFile(join(SOURCES, name), join(STORE, name));
  return `${files.length} languages, ${DOCUMENTS.join(', ')} in .output/store`;
}

/** @throws a text is missing or too long */
export async function readListing(language: string): Promise<Listing> {
  const texts = textsSchema.parse(await readJson(join(SOURCES, 'texts', `${language}.json`)));
  const locale = localeSchema.parse(await readJson(join(LOCALES, `${language}.json`)));
  const listing = { language, ...texts, ...locale };
  expectLength(listing, 'summary', listing.app.description, SUMMARY_LENGTH);
  expectLength(listing, 'description', descriptionOf(listing), DESCRIPTION_LENGTH);
  return listing;
}

/** An empty line separates paragraphs, but not the items of a list. */
function descriptionOf({ description }: Listing): string {
  return description.join('\n\n').replaceAll('\n\n• ', '\n• ').replace('\n• ', '\n\n• ');
}

function expectLength({ language }: Listing, what: string, text: string, limit: number): void {
  if (text.length > limit) {
    throw new Error(`The ${what} in ${language} has ${text.length} characters, of ${limit}`);
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
