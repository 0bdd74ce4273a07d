import { useEffect, useState } from 'react';
import { hasAccess, removeAccess, requestAccess } from '@/lib/pages/connection/access.ts';

export interface Access {
  state: 'none' | 'asked' | 'denied' | 'granted';
  /** Call this directly in a click handler. */
  grant: (onGranted: () => void) => void;
  withdraw: () => void;
}

type Known = { baseUrl: string; state: Access['state'] };

/** Permission to read the service regardless of its cross-origin rules. */
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
    // Do this first: browsers accept the request only during the click.
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
