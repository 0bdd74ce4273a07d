/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Photographs of the extension, as base64 PNGs, to be composed. */
export interface Shots {
  list: string;
  listDark: string;
  proof: string;
  alerts: string;
  options: string;
}
