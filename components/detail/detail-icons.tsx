import { CHECKED_SHIELD, FAILED_SHIELD, SHIELD } from '../shared/icon-paths.ts';
import { Icon } from '../shared/icon.tsx';

/** By verification state; `off`: signatures are not checked. */
const PATHS = { verified: CHECKED_SHIELD, unchecked: SHIELD, failed: FAILED_SHIELD, off: SHIELD };

/** A shield with a check mark if verified, or an exclamation mark if verification failed. */
export function ShieldIcon({ state }: { state: keyof typeof PATHS }) {
  return <Icon path={PATHS[state]} />;
}
