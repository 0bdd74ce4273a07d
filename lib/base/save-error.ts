/** A backup could not be written or read. The message is shown to the user. */
export class ExportError extends Error {
  override name = 'ExportError';
}

/** Each problem has a message, `export.problem.…`. */
type SaveProblem =
  | 'noPrices'
  | 'noFeeds'
  | 'noHoldings'
  | 'failedCheck'
  | 'noSignedBytes'
  | 'unexpected'
  | 'copyRefused'
  | 'pictureTooLarge';

/** A file or picture was not saved or copied. */
export class SaveError extends Error {
  override name = 'SaveError';
  readonly problem: SaveProblem;

  constructor(problem: SaveProblem, options?: ErrorOptions) {
    super(`Not saved: ${problem}.`, options);
    this.problem = problem;
  }
}
