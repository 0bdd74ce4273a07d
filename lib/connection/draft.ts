import type { ConnectionSettings } from '../storage/settings.ts';
import { checkBaseUrl, originOf } from './base-url.ts';
import { checkHeaders, type Header, type HeaderProblem } from './headers.ts';

/** Connection settings as the user types them. */
export interface ConnectionDraft {
  baseUrl: string;
  headers: readonly Header[];
  /** The origin for which the user confirmed plain `http:`. */
  confirmedOrigin: string | null;
}

/** What is wrong with a draft, each reason a whole sentence without secrets. */
export interface DraftProblems {
  baseUrl: string | null;
  confirmation: string | null;
  /** One entry a header row. */
  headers: readonly (HeaderProblem | null)[];
}

export interface DraftCheck {
  problems: DraftProblems;
  /** What would be stored and used; `null` while anything is wrong. */
  settings: ConnectionSettings | null;
  /** The origin that is plain `http:` beyond this computer; `null` where nothing is to confirm. */
  unencryptedOrigin: string | null;
}

/** Checks a draft as a whole; only a draft without problems gives settings. */
export function checkDraft(draft: ConnectionDraft): DraftCheck {
  const url = checkBaseUrl(draft.baseUrl);
  const { headers, problems, ok } = checkHeaders(draft.headers);
  const unencryptedOrigin = url.ok && url.needsConfirmation ? originOf(url.baseUrl) : null;
  const isConfirmed = unencryptedOrigin === null || unencryptedOrigin === draft.confirmedOrigin;
  return {
    problems: {
      baseUrl: url.ok ? null : url.reason,
      confirmation: isConfirmed ? null : 'Confirm this, or begin the address with https://.',
      headers: problems,
    },
    settings: url.ok && isConfirmed && ok ? { baseUrl: url.baseUrl, headers } : null,
    unencryptedOrigin,
  };
}

/** A draft of what is stored: plain `http:` in it was confirmed when it was saved. */
export function draftOf({ baseUrl, headers }: ConnectionSettings): ConnectionDraft {
  return { baseUrl, headers, confirmedOrigin: originOf(baseUrl) };
}
