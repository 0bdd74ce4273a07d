import type { PlainKey } from '../locale/t.ts';

export interface VersionNews {
  version: string;
  points: readonly PlainKey[];
}

/** Newest first, with the version that comes next. Versions without news are not listed. */
export const NEWS: readonly VersionNews[] = [
  {
    version: '0.3.0',
    // What was removed, one sentence per subject.
    points: [
      'news.gone.alerts',
      'news.gone.pages',
      'news.gone.places',
      'news.gone.details',
      'news.gone.settings',
    ],
  },
  {
    version: '0.2.0',
    points: [
      'news.point.services',
      'news.point.currency',
      'news.point.holdings',
      'news.point.dashboard',
      'news.point.levels',
    ],
  },
];

/**
 * News of all later versions, newest first.
 * @param version such as `0.1.0`
 */
export function newsSince(version: string): readonly VersionNews[] {
  return NEWS.filter((news) => compareVersions(news.version, version) > 0);
}

/** News of this version and earlier ones, newest first. */
export function newsUntil(version: string): readonly VersionNews[] {
  return NEWS.filter((news) => compareVersions(news.version, version) <= 0);
}

/** Negative if `a` is older; compares numbers, so 0.10.0 is newer than 0.9.0. */
function compareVersions(a: string, b: string): number {
  const others = b.split('.').map(Number);
  for (const [at, part] of a.split('.').map(Number).entries()) {
    const order = part - (others[at] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
