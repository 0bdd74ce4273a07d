import { openOptions } from '@/lib/pages/open-page.ts';
import { NotCoveredMark } from '../shared/marks.tsx';

/** Explains that the access token does not cover the feed, and links to its setting. */
export function NotCovered() {
  return (
    <p className="not-covered">
      <NotCoveredMark /> Your access token does not cover this feed.{' '}
      <button type="button" className="link" onClick={() => void openOptions('connection')}>
        Connection settings
      </button>
    </p>
  );
}
