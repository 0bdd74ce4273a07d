import type { FeedId } from '@/lib/base/units.ts';

/** Something that can be made into a picture. */
export interface PictureSource {
  /** What it shows, and of what: for the file name. */
  what: 'detail' | 'watchlist';
  subject: string;
  build: () => Promise<BuiltPicture>;
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
