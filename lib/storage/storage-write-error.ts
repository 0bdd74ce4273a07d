/** Storage may be full. `cause` is the browser's own error. */
export class StorageWriteError extends Error {
  override name = 'StorageWriteError';
}

/** A newer version stored the value: a change would lose its unreadable parts. */
export class NewerVersionError extends StorageWriteError {
  override name = 'NewerVersionError';
}
