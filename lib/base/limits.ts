/** The most headers of a connection. */
export const MAX_HEADERS = 50;

/** The most price services. */
export const MAX_SERVICES = 10;

/** The longest id of a price service. A UUID has 36 characters. */
export const MAX_SERVICE_ID = 40;

/** The most groups that are stored. */
export const MAX_GROUPS = 50;

/** The most feeds on the watchlist. */
export const MAX_WATCHLIST = 1_000;

/** The most late prices that an estimate of the clock is made of. */
export const MAX_LATE_PRICES = 8;

/** A typed number as it is stored: plain decimal text with up to 18 places. */
export const FIGURE = /^-?\d{1,40}(?:\.\d{1,18})?$/;

/** The form of a currency's code, see `lib/currency`. */
export const CURRENCY = /^[A-Z]{3}(?:-g)?$/;
