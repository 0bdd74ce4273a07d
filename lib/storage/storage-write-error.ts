/** The browser refused to store something: its storage may be full. `cause` is its own error. */
export class StorageWriteError extends Error {
  override name = 'StorageWriteError';
}

/** A newer version of Pricelight stored the value: a change of its unreadable parts would lose them. */
export class NewerVersionError extends StorageWriteError {
  override name = 'NewerVersionError';
}
