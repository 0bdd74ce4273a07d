import { filterKeys } from '../../base/filter-keys.ts';
import { attribute, type FeedAttributes } from '../prices/attributes.ts';
import {
  assetTypeLabel,
  feedName,
  feedSymbol,
  isDeprecated,
  plainDescription,
} from '../prices/feed-name.ts';
import { z } from '../../base/zod.ts';
import { isMap, isTextMap } from '../../base/is-map.ts';
import type { FeedId } from '../../base/units.ts';
import { attributesSchema } from './catalog.ts';

// Feed lists are unsigned, so each feed keeps the naming attributes with which the user added it.
// Other attributes, such as market hours, may change.
const WORDS = ['symbol', 'display_symbol', 'base', 'quote_currency', 'asset_type', 'description'];

export const namingsSchema = z.record(
  z.string(),
  z.object({
    /** The user chose this name, or the code names the feed. */
    isConfirmed: z.boolean(),
    /** The feed list's naming attributes, if they differ. */
    claim: z.nullable(attributesSchema),
  }),
);

/** Namings by feed id. */
export type Namings = z.infer<typeof namingsSchema>;
export type Naming = Namings[string];

/** As `namingsSchema` says, but faster. */
export function isNaming(value: unknown): value is Naming {
  if (!isMap(value) || typeof value['isConfirmed'] !== 'boolean') return false;
  return value['claim'] === null || isTextMap(value['claim']);
}

export const CONFIRMED: Naming = { isConfirmed: true, claim: null };

export function identityOf(attributes: FeedAttributes | undefined): Record<string, string> {
  return filterKeys(attributes ?? {}, (key) => WORDS.includes(key));
}

/** A list's attributes, but with the feed's own naming attributes. */
export function withIdentity(
  attributes: FeedAttributes | undefined,
  words: FeedAttributes,
): Record<string, string> {
  const others = { ...filterKeys(attributes ?? {}, (key) => !WORDS.includes(key)) };
  // Deprecation is part of the description, which is not kept.
  if (isDeprecated(attributes)) others['deprecated'] = 'true';
  return { ...others, ...identityOf(words) };
}

/**
 * A list's naming attributes if they differ from the feed's.
 * @param isNamedInCode the code has its own spelling, such as "Icelandic Króna"
 */
export function claimOf(
  { kept, listed }: { kept: FeedAttributes; listed: FeedAttributes },
  isNamedInCode: boolean,
): Record<string, string> | null {
  const compared = WORDS.filter((key) => !isNamedInCode || key !== 'description');
  const isOther = compared.some((key) => word(kept, key) !== word(listed, key));
  return isOther ? identityOf(listed) : null;
}

/** `DOGE/USD · Dogecoin / US Dollar`: the symbol and everything else that differs. */
export function claimedName(id: FeedId, claim: FeedAttributes, kept: FeedAttributes): string {
  const [now, before] = [feedName(claim, id), feedName(kept, id)];
  const others = [
    now.description !== before.description && now.description,
    attribute(claim, 'quote_currency') !== attribute(kept, 'quote_currency') &&
      feedSymbol({ symbol: attribute(claim, 'quote_currency') ?? '?' }, id),
    attribute(claim, 'asset_type') !== attribute(kept, 'asset_type') &&
      assetTypeLabel(attribute(claim, 'asset_type')),
  ];
  return [now.symbol, ...others.filter((text) => typeof text === 'string' && text !== '')].join(
    ' · ',
  );
}

// Differences in deprecation or case do not make another name.
function word(attributes: FeedAttributes, key: string): string | undefined {
  if (key !== 'description') return attribute(attributes, key);
  return plainDescription(attributes).toLowerCase();
}
