import type { Phase } from '@/lib/alerts/model/phase.ts';
import { BellIcon, Icon } from '../shared/icons.tsx';

export function EditIcon() {
  return (
    <Icon path="m10.5 3 2.5 2.5M2.8 13.2l.6-3L11.2 2.4a1.3 1.3 0 0 1 1.9 0l.5.5a1.3 1.3 0 0 1 0 1.9L5.8 12.6z" />
  );
}

export function DuplicateIcon() {
  return <Icon path="M6 5.5h7.5V13H6zM3.5 10.5H2.5V3H10v1" />;
}

export function DeleteIcon() {
  return <Icon path="M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4" />;
}

export function SnoozeIcon() {
  return <Icon path="M13.5 9.7A6 6 0 0 1 6.3 2.5a6 6 0 1 0 7.2 7.2Z" />;
}

export function RearmIcon() {
  return <Icon path="M2.8 8a5.2 5.2 0 1 0 1.7-3.9M2.6 2v2.9h2.9" />;
}

function WarningIcon() {
  return <Icon path="M8 2.5 14.2 13.5H1.8ZM8 6.5v3.2M8 11.6v.3" />;
}

const PATHS: Record<Exclude<Phase, 'armed' | 'snoozed' | 'suspended'>, string> = {
  off: 'M5.2 3.2A4 4 0 0 1 12 6c0 1.3.2 2.3.4 3M10.8 10.8H2.5S4 9.6 4 6M6.6 13.2a1.5 1.5 0 0 0 2.8 0M2.5 2.5l11 11',
  expired: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  fired: 'm3.2 8.4 3.2 3.2 6.4-7',
  cooling: 'M14 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM8 4.6V8l2.3 1.6',
  confirming:
    'M4.5 2.5h7M4.5 13.5h7M5 2.5c0 3 3 4 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 4-3 5.5s3 2.5 3 5.5',
  waiting: 'M14 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM5.2 8h.1M8 8h.1M10.8 8h.1',
};

/** Icon for an alert's phase; the word for the phase is beside it. */
export function PhaseIcon({ phase }: { phase: Phase }) {
  switch (phase) {
    case 'armed':
      return <BellIcon />;
    case 'snoozed':
      return <SnoozeIcon />;
    case 'suspended':
      return <WarningIcon />;
    default:
      return <Icon path={PATHS[phase]} />;
  }
}
