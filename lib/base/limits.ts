export const MAX_HEADERS = 50;

export const MAX_SERVICES = 10;

/** A UUID has 36 characters. */
export const MAX_SERVICE_ID = 40;

export const MAX_GROUPS = 50;

export const MAX_WATCHLIST = 1_000;

/** Plain decimal text with up to 18 places. */
export const FIGURE = /^-?\d{1,40}(?:\.\d{1,18})?$/;

export const CURRENCY = /^[A-Z]{3}(?:-g)?$/;
