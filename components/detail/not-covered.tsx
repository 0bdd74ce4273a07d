import { openOptions } from '@/lib/pages/open-page.ts';
import { NotCoveredMark } from '../shared/marks.tsx';

/** Why a feed has no new price although the access token works, and where to enter another one. */
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
