/** The service responded `{ "s": "error" }`. The text is its `errmsg`, cut and without secrets. */
export class HistoryServiceError extends Error {
  override readonly name = 'HistoryServiceError';
  /** Path under the base URL. */
  readonly endpoint: string;

  constructor(endpoint: string, errmsg: string) {
    super(errmsg);
    this.endpoint = endpoint;
  }
}
