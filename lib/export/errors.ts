/** Something could not be exported or imported; the message is a sentence for the user. */
export class ExportError extends Error {
  override name = 'ExportError';
}
