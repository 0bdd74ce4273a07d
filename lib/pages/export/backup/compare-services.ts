import { originOf } from '../../../domain/connection/base-url.ts';
import { t } from '../../../base/locale/t.ts';
import type { ServiceSettings } from '../../../domain/settings.ts';
import { compareByKey, turned, type Changes } from './plan-part.ts';

/** Shows only names and origins: the rest may be secret. */
export function compareServices(
  before: readonly ServiceSettings[],
  after: readonly ServiceSettings[],
): Changes {
  const { added, removed, changed, isOrderOnly } = compareByKey(before, after, ({ id }) => id);
  const isOnly = before.length === 1 && after.length === 1;
  const old = new Map(before.map((service) => [service.id, service]));
  const result: Changes = {
    added: added.map(originText),
    removed: removed.map(originText),
    changed: isOrderOnly ? [t('row.menu.order')] : [],
  };
  for (const service of changed) {
    const was = old.get(service.id);
    if (was) addChanges(result, compareService(was, service), isOnly ? null : originText(service));
  }
  return result;
}

/** @param origin added to each change; `null` for the only service */
function addChanges(result: Changes, changes: Changes, origin: string | null): void {
  for (const kind of ['added', 'removed', 'changed'] as const) {
    const texts = changes[kind].map((change) =>
      origin === null ? change : t('common.labelled', { what: origin, value: change }),
    );
    result[kind].push(...texts);
  }
}

function compareService(before: ServiceSettings, after: ServiceSettings): Changes {
  const { added, removed, changed } = compareHeaders(before, after);
  const all = [...compareAddress(before, after), ...changed];
  if (before.name !== after.name) all.push(t('popup.view.name'));
  all.push(...turned('services.state.paused', before.isPaused, after.isPaused));
  // Only the order of headers or the case of their names changed.
  if (all.length + added.length + removed.length === 0) all.push(t('row.menu.order'));
  return { added, removed, changed: all };
}

function compareAddress(before: ServiceSettings, after: ServiceSettings): string[] {
  const [from, to] = [originText(before), originText(after)];
  if (from !== to)
    return [t('backup.change.step', { what: t('connection.service.title'), from, to })];
  return before.baseUrl === after.baseUrl
    ? []
    : [t('common.labelled', { what: to, value: t('connection.baseUrl') })];
}

function compareHeaders(before: ServiceSettings, after: ServiceSettings): Changes {
  const added: string[] = [];
  const changed: string[] = [];
  const old = new Map(before.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  for (const { name, value } of after.headers) {
    const was = old.get(name.toLowerCase());
    old.delete(name.toLowerCase());
    if (was === undefined) added.push(t('backup.change.header', { name }));
    else if (was !== value) changed.push(t('backup.change.header', { name }));
  }
  const removed = before.headers
    .filter(({ name }) => old.has(name.toLowerCase()))
    .map(({ name }) => t('backup.change.header', { name }));
  return { added, removed, changed };
}

function originText({ baseUrl }: ServiceSettings): string {
  return originOf(baseUrl) ?? '';
}
