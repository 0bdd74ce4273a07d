/** The alert form to open: for an existing alert, or for a new one on a feed. */
export type AlertTarget =
  | { view: 'new-alert'; id: string; level: string | null }
  | { view: 'edit-alert'; alertId: string };

/** Heading level in an alert list; it depends on the page that contains the list. */
export type HeadingTag = 'h2' | 'h4';

export type OpenAlert = (target: AlertTarget) => void;
