import { FEED_ID } from '../../base/units.ts';
import { hasShape, isMapOf, isNullOr, isTextLike, isTrueOrFalse } from '../guards.ts';
import { CURRENCY, FIGURE, MAX_WATCHLIST } from '../../base/limits.ts';
import type { Holding, Holdings } from '../../domain/holdings/holding.ts';
import { defineStoredItem } from '../stored-item.ts';

const isCurrency = isTextLike(CURRENCY);
const isFigure = isTextLike(FIGURE);

/** What the user owns, by feed id. Private: it is part of no report, and of no file unasked. */
export const holdings = defineStoredItem<Holdings>('local:holdings', {
  looksRight: isMapOf(
    hasShape<Holding>({
      quantity: isFigure,
      cost: isNullOr(
        hasShape<NonNullable<Holding['cost']>>({ perUnit: isFigure, currency: isCurrency }),
      ),
    }),
    isTextLike(FEED_ID),
    MAX_WATCHLIST,
  ),
  schema: (schemas) => schemas.holdings,
  fallback: {},
});

/** Whether quantities and values are hidden everywhere, for when somebody looks on. */
export const amountsHidden = defineStoredItem<boolean>('local:amountsHidden', {
  looksRight: isTrueOrFalse,
  schema: (schemas) => schemas.flag,
  fallback: false,
});

/** Whether the rows of holdings show what these are worth. */
export const valuesShown = defineStoredItem<boolean>('local:valuesShown', {
  looksRight: isTrueOrFalse,
  schema: (schemas) => schemas.flag,
  fallback: false,
});
