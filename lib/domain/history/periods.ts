/** The periods over which the watchlist can show changes. */
export const CHANGE_PERIODS = ['1h', '24h', '7d'] as const;
export type ChangePeriod = (typeof CHANGE_PERIODS)[number];

/** How far a chart can reach back. Every period of the watchlist's changes is one of these. */
export const CHART_PERIODS = [...CHANGE_PERIODS, '30d', '1y'] as const;
export type ChartPeriod = (typeof CHART_PERIODS)[number];

/** How far a chart of candles can reach back. `all`: as far as the history service goes. */
export const CANDLE_PERIODS = [...CHART_PERIODS, 'all'] as const;
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

export function isChangePeriod(period: ChartPeriod): period is ChangePeriod {
  return CHANGE_PERIODS.some((each) => each === period);
}
