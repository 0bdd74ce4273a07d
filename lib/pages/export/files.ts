/** A file to save. */
export interface ExportFile {
  name: string;
  blob: Blob;
}

const TYPES = {
  csv: 'text/csv;charset=utf-8',
  html: 'text/html;charset=utf-8',
  json: 'application/json',
} as const;

export function textFile(name: string, text: string, format: keyof typeof TYPES): ExportFile {
  return { name, blob: new Blob([text], { type: TYPES[format] }) };
}

export function binaryFile(name: string, bytes: Uint8Array<ArrayBuffer>): ExportFile {
  return { name, blob: new Blob([bytes], { type: 'application/octet-stream' }) };
}
