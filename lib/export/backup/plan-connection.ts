import { plainText } from '../../text/plain-text.ts';
import { originOf } from '../../connection/base-url.ts';
import { checkDraft } from '../../connection/draft.ts';
import { connectionSettings, type ConnectionSettings } from '../../storage/settings.ts';
import { joinSentences } from '../../locale/sentences.ts';
import { t } from '../../locale/t.ts';
import { isDeepEqual } from '../../deep-equal.ts';
import { ExportError } from '../errors.ts';
import type { BackupConnection } from './format.ts';
import { partResult, type ImportMode, type PartResult } from './plan-part.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

/** The plan for the connection, and the unencrypted origin that the user must confirm, if any. */
export interface ConnectionResult extends PartResult {
  unencryptedOrigin: string | null;
}

/**
 * What an import does to the connection. Secrets missing from the file are filled in from the
 * current settings only if the origin is the same: a file must not send the user's token elsewhere.
 *
 * @throws ExportError if the base URL or a header is not acceptable
 */
export function planConnection(
  stored: StoredState,
  part: BackupConnection,
  mode: ImportMode,
): ConnectionResult {
  const unchanged = { ...partResult(t('backup.part.connection')), unencryptedOrigin: null };
  if (mode === 'merge' && isOwn(stored, connectionSettings)) return unchanged;
  const before = valueIn(stored, connectionSettings);
  const { wanted, notes } = completed(part, before);
  const { settings, unencryptedOrigin } = checked(wanted);
  if (isDeepEqual(settings, before)) return { ...unchanged, notes };
  return {
    ...partResult(
      t('backup.part.connection'),
      compare(before, settings),
      connectionSettings.entry(settings),
    ),
    notes,
    unencryptedOrigin: unencryptedOrigin === originOf(before.baseUrl) ? null : unencryptedOrigin,
  };
}

function completed(part: BackupConnection, before: ConnectionSettings) {
  const isSameOrigin = originOf(part.baseUrl) === originOf(before.baseUrl);
  const secrets = new Map(
    isSameOrigin ? before.headers.map(({ name, value }) => [name.toLowerCase(), value]) : [],
  );
  const headers = part.headers.map(({ name, value }) => ({
    name,
    value: value ?? secrets.get(name.toLowerCase()) ?? null,
  }));
  const missing = headers.filter(({ value }) => value === null).map(({ name }) => name);
  const notes = missing.map((name) => t('backup.note.headerValue', { name: plainText(name, 60) }));
  if (part.pathWithheld && !isSameOrigin) {
    notes.push(t('backup.note.path'));
  }
  return {
    wanted: {
      baseUrl: part.pathWithheld && isSameOrigin ? before.baseUrl : part.baseUrl,
      headers: headers.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
    },
    notes,
  };
}

function checked(wanted: ConnectionSettings) {
  const { settings, problems, unencryptedOrigin } = checkDraft({
    ...wanted,
    confirmedOrigin: originOf(wanted.baseUrl),
  });
  if (settings) return { settings, unencryptedOrigin };
  const index = problems.headers.findIndex((problem) => problem !== null);
  const header = problems.headers[index];
  const sentences =
    problems.baseUrl === null
      ? [t('backup.problem.header', { number: String(index + 1) }), header?.name ?? header?.value]
      : [t('backup.problem.baseUrl'), problems.baseUrl];
  throw new ExportError(joinSentences(sentences));
}

// Shows only names and origins: values and paths may be secrets.
function compare(before: ConnectionSettings, after: ConnectionSettings) {
  const changed: string[] = [];
  const added: string[] = [];
  const removed: string[] = [];
  const [from, to] = [originOf(before.baseUrl), originOf(after.baseUrl)];
  if (from !== to) changed.push(t('backup.change.service', { from: from ?? '', to: to ?? '' }));
  else if (before.baseUrl !== after.baseUrl) {
    changed.push(t('backup.change.path', { origin: to ?? '' }));
  }
  const old = new Map(before.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  for (const { name, value } of after.headers) {
    const was = old.get(name.toLowerCase());
    old.delete(name.toLowerCase());
    if (was === undefined) added.push(t('backup.change.header', { name }));
    else if (was !== value) changed.push(t('backup.change.headerValue', { name }));
  }
  for (const { name } of before.headers) {
    if (old.has(name.toLowerCase())) removed.push(t('backup.change.header', { name }));
  }
  // Only the order or the case of the header names changed.
  if (changed.length + added.length + removed.length === 0)
    changed.push(t('backup.change.headers'));
  return { added, removed, changed };
}
