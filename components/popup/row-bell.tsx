import { alertMarks, type AlertMark as Mark } from '@/lib/storage/alert-marks.ts';
import { BellIcon } from '../icons.tsx';
import { AlertMark } from '../marks.tsx';
import { useStoredPart } from '../use-stored.ts';
import { goTo, routeHash } from './route.ts';
import './row-bell.css';

/** The bell beside a feed's name, where the feed has alerts; it leads to them. */
export function RowBell({ id }: { id: string }) {
  const state = useStoredPart(alertMarks, (marks): Mark | null => marks?.[id] ?? null);
  if (state === null) return null;
  return (
    <a className={`row-bell ${state}`} href={routeHash({ view: 'alerts', feedId: id })}>
      <AlertMark state={state} />
    </a>
  );
}

/** Opens the form of a new alert on a feed. */
export function NewAlertButton({ id }: { id: string }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="New alert"
      title="New alert"
      onClick={() => goTo({ view: 'new-alert', id, level: null })}
    >
      <BellIcon />
    </button>
  );
}
