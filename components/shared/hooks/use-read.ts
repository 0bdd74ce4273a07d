import { useEffect, useEffectEvent, useState } from 'react';
import { coalesce } from '@/lib/base/coalesce.ts';

/**
 * What `read` finds, read again whenever `watch` calls back; `undefined` until it has been read for
 * this key.
 *
 * @param key names what is read @param watch a stable function that returns one to stop
 */
export function useRead<T>(
  key: string,
  read: () => Promise<T>,
  watch?: (onChange: () => void) => () => void,
): T | undefined {
  const [known, setKnown] = useState<{ key: string; value: T }>();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let isMounted = true;
    // When many candles are stored in a row, one further read is enough.
    const update = coalesce(async () => {
      const value = await readNow();
      if (isMounted) setKnown({ key, value });
    });
    const stopWatching = watch?.(() => void update());
    void update();
    return () => {
      isMounted = false;
      stopWatching?.();
    };
  }, [key, watch]);
  return known?.key === key ? known.value : undefined;
}
