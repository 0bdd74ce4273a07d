import COPY from 'lucide/dist/esm/icons/copy.mjs';
import GRIP from 'lucide/dist/esm/icons/grip-vertical.mjs';
import PAUSE from 'lucide/dist/esm/icons/pause.mjs';
import RESUME from 'lucide/dist/esm/icons/play.mjs';
import { Icon } from '../../shared/icon.tsx';

// The icons that only the list of services has.

export function CopyIcon() {
  return <Icon path={COPY} />;
}

export function GripIcon() {
  return <Icon path={GRIP} />;
}

export function PauseIcon() {
  return <Icon path={PAUSE} />;
}

export function ResumeIcon() {
  return <Icon path={RESUME} />;
}
