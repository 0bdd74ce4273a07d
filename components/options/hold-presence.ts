import { holdPresence } from '@/lib/pages/presence.ts';

/**
 * Tells the background that someone looks while this tab is the one in view: an options tab that
 * was left open must not keep the stream running all day.
 */
export function holdPresenceWhileVisible(): void {
  let release: (() => void) | undefined;
  const follow = () => {
    if (document.visibilityState === 'visible') {
      release ??= holdPresence();
    } else {
      release?.();
      release = undefined;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}
