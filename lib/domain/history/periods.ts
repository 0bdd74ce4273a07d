/** Periods that end now. */
const ROLLING_PERIODS = ['1h', '24h', '7d'] as const;
export type RollingPeriod = (typeof ROLLING_PERIODS)[number];

/** `close`: since the feed's previous close. `today`: since local midnight. */
export const CHANGE_PERIODS = [...ROLLING_PERIODS, 'close', 'today'] as const;
export type ChangePeriod = (typeof CHANGE_PERIODS)[number];

export const CHART_PERIODS = [...ROLLING_PERIODS, '30d', '1y'] as const;
export type ChartPeriod = (typeof CHART_PERIODS)[number];

/** `all`: as far as the history service goes. */
export const CANDLE_PERIODS = [...CHART_PERIODS, 'all'] as const;
export type CandlePeriod = (typeof CANDLE_PERIODS)[number];

export function isRolling(period: ChangePeriod | ChartPeriod): period is RollingPeriod {
  return ROLLING_PERIODS.some((each) => each === period);
}
