/** The form that a page is to open: of an alert that exists, or of a new one on a feed. */
export type AlertTarget =
  | { view: 'new-alert'; id: string; level: string | null }
  | { view: 'edit-alert'; alertId: string };

export type OpenAlert = (target: AlertTarget) => void;
