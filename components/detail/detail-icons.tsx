import { Icon } from '../shared/icons.tsx';

// Icons that only the feed details use.

export function SwapIcon() {
  return <Icon path="M3 5.5h9.5m0 0L10 3m2.5 2.5L10 8M13 10.5H3.5m0 0L6 8m-2.5 2.5L6 13" />;
}

export function StarIcon() {
  return <Icon path="M8 1.8l1.9 4 4.4.5-3.3 3 .9 4.3L8 11.4l-3.9 2.2.9-4.3-3.3-3 4.4-.5z" />;
}

export function TableIcon() {
  return <Icon isDirectional path="M2.5 3.5h11v9h-11zM2.5 6.5h11m-11 3h11m-7.3-3v6" />;
}

/** Verification state to show; `off`: signatures are not checked. */
export type ProofState = 'verified' | 'unchecked' | 'failed' | 'off';

const SHIELD = 'M8 1.5l5.5 2v4.3c0 3.3-2.3 5.7-5.5 6.8-3.2-1.1-5.5-3.5-5.5-6.8V3.5z';

/** A shield with a check mark if verified, or an exclamation mark if verification failed. */
export function ShieldIcon({ state }: { state: ProofState }) {
  if (state === 'verified') return <Icon path={`${SHIELD}M5.6 8l1.7 1.7 3.2-3.4`} />;
  if (state === 'failed') return <Icon path={`${SHIELD}M8 4.8v3.6M8 10.8v.2`} />;
  return <Icon path={SHIELD} />;
}
