import { useEffect, useState } from 'react';
import { hasAccess, removeAccess, requestAccess } from '@/lib/pages/connection/access.ts';

export interface Access {
  state: 'none' | 'asked' | 'denied' | 'granted';
  /** Call this directly in a click handler. `onGranted` runs after the user grants access. */
  grant: (onGranted: () => void) => void;
  withdraw: () => void;
}

type Known = { baseUrl: string; state: Access['state'] };

/** Permission to read the service at this base URL regardless of its cross-origin rules. */
export function useAccess(baseUrl: string | null): Access {
  const [known, setKnown] = useState<Known | null>(null);

  useEffect(() => {
    if (baseUrl === null) return undefined;
    let isCurrent = true;
    void hasAccess(baseUrl).then((isGranted) => {
      if (isCurrent && isGranted) setKnown({ baseUrl, state: 'granted' });
    });
    return () => {
      isCurrent = false;
    };
  }, [baseUrl]);

  function grant(onGranted: () => void): void {
    if (baseUrl === null) return;
    const settle = (isGranted: boolean) => {
      setKnown({ baseUrl, state: isGranted ? 'granted' : 'denied' });
      if (isGranted) onGranted();
    };
    // Must come first: browsers accept the request only during the click itself.
    const answer = requestAccess(baseUrl);
    setKnown({ baseUrl, state: 'asked' });
    answer.then(settle, () => settle(false));
  }

  function withdraw(): void {
    if (baseUrl === null) return;
    void removeAccess(baseUrl).then(() => setKnown({ baseUrl, state: 'none' }));
  }

  return { state: known?.baseUrl === baseUrl ? (known?.state ?? 'none') : 'none', grant, withdraw };
}
