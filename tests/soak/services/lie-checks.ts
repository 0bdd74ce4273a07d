import { shortId } from '../../../lib/domain/prices/feed-name.ts';
import { t } from '../../../lib/base/locale/t.ts';
import { anyOf, messagePattern } from '../../tools/message-pattern.ts';
import type { Check } from '../check.ts';
import { isAlwaysOpen } from '../feeds.ts';
import type { ServicesObservations } from './observations.ts';

// All services are away together only for seconds, so no price has time to become stale.
const STALE_OR_CLOSED = anyOf([
  new RegExp(`^${t('row.mark.stale')} · `),
  messagePattern('row.mark.closed'),
  messagePattern('row.opens'),
]);

/** Unsigned statements of a service rename no row, close no market and make no price look old. */
export function checkLies({
  views,
  names,
  startedAt,
}: Pick<ServicesObservations, 'views' | 'names' | 'startedAt'>): Check {
  // A feed that was just added is called by the start of its id until the worker has named it.
  const known = new Set([...Object.values(names), ...Object.keys(names).map(shortId)]);
  const faults = views.flatMap(({ at, rows }) => {
    const when = `at ${((at - startedAt) / 1_000).toFixed(1)} s`;
    const marked = rows.filter(
      ({ name, notes }) => isAlwaysOpen(name) && notes.some((note) => STALE_OR_CLOSED.test(note)),
    );
    return [
      ...rows
        .filter(({ name }) => !known.has(name))
        .map(({ name }) => `A row was called ${name} ${when}.`),
      ...marked.map(({ name }) => `The row ${name} was shown as stale or closed ${when}.`),
    ];
  });
  return {
    what: 'nothing unsigned renames, closes or ages a row',
    found: `${views.length} views`,
    faults: [...new Set(faults)],
  };
}
