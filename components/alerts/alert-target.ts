export type AlertTarget =
  | { view: 'new-alert'; id: string; level: string | null }
  | { view: 'edit-alert'; alertId: string };

/** The level depends on the page that contains the list. */
export type HeadingTag = 'h2' | 'h4';

export type OpenAlert = (target: AlertTarget) => void;
