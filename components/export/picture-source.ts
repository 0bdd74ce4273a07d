import type { FeedId } from '@/lib/base/units.ts';

/** The theme of a picture, independent of the page's theme. */
export type PictureTheme = 'light' | 'dark';

export interface PictureStyle {
  theme: PictureTheme;
  /** Picture pixels per CSS pixel. */
  scale: number;
}

/** Something that can be made into a picture. */
export interface PictureSource {
  id: string;
  /** Name in the interface, such as `Chart`. */
  label: string;
  /** Used in the file name. */
  subject: string;
  /** Builds the content to draw. */
  build: (style: PictureStyle) => Promise<BuiltPicture>;
}

export interface BuiltPicture {
  content: HTMLElement;
  /** Element to lay the content out in, so that the page's styles apply; absent: the body. */
  parent?: Element;
  /** In CSS pixels. */
  width: number;
  /** The feeds whose prices it shows. */
  feedIds: readonly FeedId[];
  /** Releases what was built. */
  dispose?: () => void;
}

/** The page's current theme. */
export function pageTheme(): PictureTheme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
