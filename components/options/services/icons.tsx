import RESUME from 'lucide/dist/esm/icons/play.mjs';
import { Icon } from '../../shared/icon.tsx';

export function ResumeIcon() {
  return <Icon path={RESUME} />;
}
