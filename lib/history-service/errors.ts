/**
 * The service responded `{ "s": "error" }`. The message is its `errmsg`, shortened and without
 * secrets.
 */
export class HistoryServiceError extends Error {
  override readonly name = 'HistoryServiceError';
  /** Path under the base URL. */
  readonly endpoint: string;

  constructor(endpoint: string, errmsg: string) {
    super(errmsg);
    this.endpoint = endpoint;
  }
}
