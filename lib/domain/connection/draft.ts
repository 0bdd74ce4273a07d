import { t } from '../../base/locale/t.ts';
import type { ConnectionSettings } from '../settings.ts';
import { checkBaseUrl, originOf } from './base-url.ts';
import { checkHeaders, type Header, type HeaderProblem } from './headers.ts';

/** Connection settings while the user edits them. */
export interface ConnectionDraft {
  baseUrl: string;
  headers: readonly Header[];
  /** The origin for which the user confirmed plain `http:`. */
  confirmedOrigin: string | null;
}

/** The problems of a draft, each a sentence for the user without secrets. */
export interface DraftProblems {
  baseUrl: string | null;
  confirmation: string | null;
  /** One entry per header row. */
  headers: readonly (HeaderProblem | null)[];
}

export interface DraftCheck {
  problems: DraftProblems;
  /** The settings to store and use; `null` while there is a problem. */
  settings: ConnectionSettings | null;
  /** The origin if it uses plain `http:` to another computer; `null`: nothing to confirm. */
  unencryptedOrigin: string | null;
}

/** Checks a draft. It has settings only if there are no problems. */
export function checkDraft(draft: ConnectionDraft): DraftCheck {
  const url = checkBaseUrl(draft.baseUrl);
  const { headers, problems, ok } = checkHeaders(draft.headers);
  const unencryptedOrigin = url.ok && url.needsConfirmation ? originOf(url.baseUrl) : null;
  const isConfirmed = unencryptedOrigin === null || unencryptedOrigin === draft.confirmedOrigin;
  return {
    problems: {
      baseUrl: url.ok ? null : url.reason,
      confirmation: isConfirmed ? null : t('connection.http.unconfirmed'),
      headers: problems,
    },
    settings: url.ok && isConfirmed && ok ? { baseUrl: url.baseUrl, headers } : null,
    unencryptedOrigin,
  };
}

/** Creates a draft from stored settings. Plain `http:` counts as confirmed when it was saved. */
export function draftOf({ baseUrl, headers }: ConnectionSettings): ConnectionDraft {
  return { baseUrl, headers, confirmedOrigin: originOf(baseUrl) };
}
