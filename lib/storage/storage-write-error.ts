/** The browser refused to store something: its storage may be full. `cause` is its own error. */
export class StorageWriteError extends Error {
  override name = 'StorageWriteError' as const;
}
