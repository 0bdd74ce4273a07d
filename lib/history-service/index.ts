export type { Candle, CandleSeries } from './candles.ts';
export { HistoryServiceClient } from './client.ts';
export type { CandleQuery } from './client.ts';
export { HttpStatusError, InvalidResponseError } from '../base/http/errors.ts';
export { HistoryServiceError } from './errors.ts';
export type { CandlePage } from './read-answers.ts';
export { hasDates } from './bar-day.ts';
export { DEFAULT_RESOLUTIONS, readResolution, resolutionSeconds } from './resolutions.ts';
export type { Resolution } from './resolutions.ts';
