import { holdPresence } from '@/lib/pages/presence.ts';

/**
 * Holds presence only while this tab is visible: an options tab left open in the background must
 * not keep the stream running all day.
 */
export function holdPresenceWhileVisible(): void {
  let release: (() => void) | undefined;
  const update = () => {
    if (document.visibilityState === 'visible') {
      release ??= holdPresence();
    } else {
      release?.();
      release = undefined;
    }
  };
  document.addEventListener('visibilitychange', update);
  update();
}
