import { checkBaseUrl, originOf } from '../../../domain/connection/base-url.ts';
import { checkHeaders } from '../../../domain/connection/headers.ts';
import { formatList } from '../../../base/locale/format.ts';
import { joinSentences } from '../../../base/locale/sentences.ts';
import { t } from '../../../base/locale/t.ts';
import { priceServices } from '../../../storage/values/settings.ts';
import { serviceName } from '../../../domain/connection/service-list.ts';
import { DEFAULT_SERVICE } from '../../../domain/connection/default-service.ts';
import type { ConnectionSettings, ServiceSettings } from '../../../domain/settings.ts';
import { fitName } from '../../../base/text/fit-name.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { ExportError } from '../../../base/save-error.ts';
import type { BackupService } from './format.ts';
import {
  checkIds,
  invalidAt,
  listChanges,
  onOrOff,
  planPart,
  valueChange,
  type Import,
  type PartResult,
} from './plan-part.ts';
import { isOwn, valueIn } from './stored-state.ts';

/**
 * Current services fill in missing secrets only for the same origin, because a file must not send
 * the user's token elsewhere.
 * @throws ExportError if a base URL or a header is not acceptable, or two services have the same id
 */
export function planServices(
  part: readonly BackupService[],
  { stored, mode }: Pick<Import, 'stored' | 'mode'>,
): PartResult | undefined {
  if (mode === 'merge' && isOwn(stored, priceServices)) return undefined;
  const before = valueIn(stored, priceServices);
  checkIds(part);
  const planned = part.map((service) => planService(service, before));
  const after = planned.map(({ service }) => service);
  const known = new Set(before.map(({ baseUrl }) => originOf(baseUrl)));
  const unencrypted = planned
    .map(({ unencryptedOrigin }) => unencryptedOrigin)
    .filter((origin) => origin !== null)
    .filter((origin) => !known.has(origin));
  return {
    ...planPart(t('footer.label'), priceServices, {
      stored,
      after,
      // A merge replaces only the service of a new installation.
      changes: () =>
        listChanges(mode === 'merge' ? [] : before, after, {
          keyOf: ({ id }) => id,
          // The rest may be secret.
          wordsOf: ({ baseUrl }) => originOf(baseUrl) ?? '',
          changeOf: serviceChange,
          order: t('row.menu.order'),
        }),
    }),
    notes: [...new Set(planned.flatMap((one) => one.notes))],
    unencryptedOrigin:
      unencrypted.length === 0 ? null : formatList(new Set(unencrypted), 'conjunction'),
  };
}

function serviceChange(before: ServiceSettings, after: ServiceSettings): string {
  const [was, is] = [before, after].map(({ baseUrl }) => originOf(baseUrl) ?? '');
  if (was === undefined || is === undefined) return '';
  if (was !== is) return valueChange(serviceName(before), was, is);
  if (before.isPaused === after.isPaused) return is;
  return valueChange(is, onOrOff(!before.isPaused), onOrOff(!after.isPaused));
}

function planService(part: BackupService, before: readonly ServiceSettings[]) {
  const same = sameOrigin(part, before);
  const { baseUrl, headers, notes } = completed(part, same);
  const { settings, unencryptedOrigin } = checked({ baseUrl, headers });
  const isSame = same?.id === part.id && same.baseUrl === settings.baseUrl;
  return {
    service: {
      ...DEFAULT_SERVICE,
      id: part.id,
      name: fitName(part.name),
      ...settings,
      isPaused: part.isPaused,
      // A file cannot give the user's consent.
      mayMixUnverified: isSame && same.mayMixUnverified,
    },
    notes,
    unencryptedOrigin,
  };
}

/** Finds a service of the same origin, preferably with the same id. */
function sameOrigin(
  part: BackupService,
  before: readonly ServiceSettings[],
): ServiceSettings | undefined {
  const origin = originOf(part.baseUrl);
  const same = before.filter(({ baseUrl }) => originOf(baseUrl) === origin);
  return same.find(({ id }) => id === part.id) ?? same[0];
}

function completed(part: BackupService, same: ServiceSettings | undefined) {
  const secrets = new Map(same?.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const headers = part.headers.map(({ name, value }) => ({
    name,
    value: value ?? secrets.get(name.toLowerCase()) ?? null,
  }));
  const missing = headers.filter(({ value }) => value === null).map(({ name }) => name);
  const notes = missing.map((name) => t('backup.note.headerValue', { name: plainText(name, 60) }));
  if (part.pathWithheld && !same) notes.push(t('backup.note.path'));
  const baseUrl = part.pathWithheld && same ? same.baseUrl : part.baseUrl;
  const isFilledIn = part.headers.some(
    ({ name, value }) => value === null && secrets.has(name.toLowerCase()),
  );
  if (isFilledIn && isOtherPath(baseUrl, same)) {
    notes.push(t('backup.note.otherPath', { origin: originOf(baseUrl) ?? '' }));
  }
  return {
    baseUrl,
    headers: headers.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
    notes,
  };
}

function isOtherPath(baseUrl: string, same: ServiceSettings | undefined): boolean {
  const url = checkBaseUrl(baseUrl);
  return url.ok && same !== undefined && url.baseUrl !== same.baseUrl;
}

function checked(wanted: ConnectionSettings) {
  const url = checkBaseUrl(wanted.baseUrl);
  if (!url.ok) throw new ExportError(joinSentences([invalidAt('services › baseUrl'), url.reason]));
  const { headers, problems } = checkHeaders(wanted.headers);
  const index = problems.findIndex((problem) => problem !== null);
  const problem = problems[index];
  if (problem) {
    const place = invalidAt(`services › headers › ${index + 1}`);
    throw new ExportError(joinSentences([place, problem.name ?? problem.value]));
  }
  return {
    settings: { baseUrl: url.baseUrl, headers },
    unencryptedOrigin: url.unencryptedOrigin,
  };
}
