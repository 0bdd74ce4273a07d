import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import { assetTypeLabel, feedName } from '../prices/feed-name.ts';
import { z } from '../../base/zod.ts';
import type { FeedId } from '../../base/units.ts';
import { attributesSchema } from './catalog.ts';

// A feed list says what an id stands for, and nobody signs it. So each feed keeps the words under
// which the user added it. What else a list says, such as market hours, describes and may change.
const WORDS = ['symbol', 'display_symbol', 'base', 'quote_currency', 'asset_type', 'description'];

export const namingsSchema = z.record(
  z.string(),
  z.object({
    /** Whether the user chose the feed under its name, or the code names it. */
    isConfirmed: z.boolean(),
    /** The words of the feed list, if they are others; `null`: they are not. */
    claim: z.nullable(attributesSchema),
  }),
);

/** How a feed came by its name, and what the feed list calls it, by feed id. */
export type Namings = z.infer<typeof namingsSchema>;
export type Naming = Namings[string];

/** The naming of a feed whose name the user has agreed to. */
export const CONFIRMED: Naming = { isConfirmed: true, claim: null };

/** The attributes that say what a feed is. */
export function identityOf(attributes: FeedAttributes | undefined): Record<string, string> {
  return pick(attributes, (key) => WORDS.includes(key));
}

/** What a list says of a feed, under the words that the feed has. */
export function withIdentity(
  attributes: FeedAttributes | undefined,
  words: FeedAttributes,
): Record<string, string> {
  const others = pick(attributes, (key) => !WORDS.includes(key));
  // The list says so in the description, which is not kept.
  if (attributes && feedName(attributes, '').deprecated) others['deprecated'] = 'true';
  return { ...others, ...identityOf(words) };
}

/**
 * The words of a list that differ from those that a feed has; `null`: they say the same.
 *
 * @param isNamedInCode the code has its own spelling of descriptions, such as "Icelandic Króna"
 */
export function claimOf(
  id: FeedId,
  { kept, listed }: { kept: FeedAttributes; listed: FeedAttributes },
  isNamedInCode: boolean,
): Record<string, string> | null {
  const compared = WORDS.filter((key) => !isNamedInCode || key !== 'description');
  const isOther = compared.some((key) => word(id, kept, key) !== word(id, listed, key));
  return isOther ? identityOf(listed) : null;
}

/** `DOGE/USD · Dogecoin / US Dollar`: the symbol, and what else differs from what the feed has. */
export function claimedName(id: FeedId, claim: FeedAttributes, kept: FeedAttributes): string {
  const [now, before] = [feedName(claim, id), feedName(kept, id)];
  const others = [
    now.description !== before.description && now.description,
    attribute(claim, 'quote_currency') !== attribute(kept, 'quote_currency') &&
      feedName({ symbol: attribute(claim, 'quote_currency') ?? '?' }, id).symbol,
    attribute(claim, 'asset_type') !== attribute(kept, 'asset_type') &&
      assetTypeLabel(attribute(claim, 'asset_type')),
  ];
  return [now.symbol, ...others.filter((text) => typeof text === 'string' && text !== '')].join(
    ' · ',
  );
}

// That a feed is deprecated is no other name, and neither is another case.
function word(id: FeedId, attributes: FeedAttributes, key: string): string | undefined {
  if (key !== 'description') return attribute(attributes, key);
  return feedName(attributes, id).description.toLowerCase();
}

function pick(
  attributes: FeedAttributes | undefined,
  isWanted: (key: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes ?? {}).filter(([key]) => isWanted(key)));
}
