/** The theme of a picture, whatever the page's is. */
export type PictureTheme = 'light' | 'dark';

export interface PictureLook {
  theme: PictureTheme;
  /** Pixels of the picture to a CSS pixel. */
  scale: number;
}

/** Something that a picture can be made of. */
export interface PictureSource {
  id: string;
  /** Such as `Chart`. */
  label: string;
  /** For the file's name. */
  subject: string;
  /** Builds what is to be drawn. */
  build: (look: PictureLook) => Promise<BuiltPicture>;
}

export interface BuiltPicture {
  content: HTMLElement;
  /** Beside what it is laid out, so that the page's styles reach it; absent: the page itself. */
  parent?: Element;
  /** CSS pixels. */
  width: number;
  /** Lets go of what was built. */
  dispose?: () => void;
}

/** The theme in which the page is shown now. */
export function pageTheme(): PictureTheme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
