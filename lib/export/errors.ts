/** An export or import failed. The message is a sentence for the user. */
export class ExportError extends Error {
  override name = 'ExportError';
}
