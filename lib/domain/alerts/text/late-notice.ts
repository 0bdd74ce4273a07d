import { formatList } from '../../../base/locale/format.ts';
import { isolate } from '../../../base/locale/language.ts';
import { t } from '../../../base/locale/t.ts';
import type { FeedId } from '../../../base/units.ts';

const MAX_NAMES = 3;

/** Why alerts are silent. @param ids the late feeds */
export function lateNotice(ids: readonly FeedId[], nameOf: (id: FeedId) => string): string | null {
  if (ids.length === 0) return null;
  const names = ids.slice(0, MAX_NAMES).map((id) => isolate(nameOf(id)));
  return t('alerts.waitForLate', { names: formatList(names, 'conjunction') });
}
