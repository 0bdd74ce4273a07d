import { CHECKED_SHIELD, FAILED_SHIELD, SHIELD } from '../shared/icon-paths.ts';
import { Icon } from '../shared/icon.tsx';

/** Verification state to show; `off`: signatures are not checked. */
export type ProofState = 'verified' | 'unchecked' | 'failed' | 'off';

const PATHS = { verified: CHECKED_SHIELD, unchecked: SHIELD, failed: FAILED_SHIELD, off: SHIELD };

/** A shield with a check mark if verified, or an exclamation mark if verification failed. */
export function ShieldIcon({ state }: { state: ProofState }) {
  return <Icon path={PATHS[state]} />;
}
