/** The browser refused to store prices; `cause` is its own error. */
export class StorageWriteError extends Error {
  override name = 'StorageWriteError' as const;
}
