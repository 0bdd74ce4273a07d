/** The form that a page is to open: of an alert that exists, or of a new one on a feed. */
export type AlertTarget =
  | { view: 'new-alert'; id: string; level: string | null }
  | { view: 'edit-alert'; alertId: string };

/** The headings within a list of alerts, by the place of the list on its page. */
export type HeadingTag = 'h2' | 'h4';

export type OpenAlert = (target: AlertTarget) => void;
