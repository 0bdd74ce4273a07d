export { PriceServiceClient } from './client.ts';
export type { PriceFeedsOptions, StreamOptions, UpdateOptions } from './client.ts';
export {
  HttpStatusError,
  InvalidResponseError,
  NetworkError,
  RedirectError,
  RequestTimeoutError,
  StreamMessageError,
} from '../base/http/errors.ts';
export type {
  AssetType,
  Encoding,
  ParsedPrice,
  Price,
  PriceFeedMetadata,
  PriceUpdate,
  PublisherStakeCapsUpdate,
} from './schemas.ts';
export type {
  CallOptions,
  HttpClientOptions as PriceServiceClientOptions,
  Refusal,
} from '../base/http/settings.ts';
export { PriceUpdateStream } from './stream.ts';
export type {
  PriceUpdateStreamEvents,
  PriceUpdateStreamListener,
  StreamReadyState,
} from './stream.ts';
