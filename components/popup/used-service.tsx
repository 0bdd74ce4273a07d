import type { ReactNode } from 'react';
import {
  replacementOf,
  replacementWords,
  type Replacement,
} from '@/lib/connection/replacement-words.ts';
import { formatRecentTime } from '@/lib/locale/format-recent-time.ts';
import { t } from '@/lib/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { activeService } from '@/lib/storage/failover.ts';
import { priceServices } from '@/lib/storage/settings.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import styles from './connection-footer.module.css';

interface UsedServiceProps {
  className: string | undefined;
  /** Shown while the preferred service is in use. */
  children: ReactNode;
}

/** Which service prices come from, if it is not the preferred one. */
export default function UsedService({ className, children }: UsedServiceProps) {
  const replacement = useReplacement();
  if (!replacement) return children;
  const words = replacementWords(replacement);
  return (
    <span className={className} data-replaces title={words}>
      {words}
    </span>
  );
}

/** The same, with the time of the change and the way to the services. */
export function UsedServiceDetails() {
  const replacement = useReplacement();
  const since = useStored(activeService)?.since ?? 0;
  if (!replacement) return null;
  const time = formatRecentTime(since);
  return (
    <>
      <p>{replacementWords(replacement)}</p>
      <p>{t('footer.replaced.since', { used: replacement.used, time })}</p>
      <Button kind="link" className={styles.remedy} onClick={() => void openOptions()}>
        {t('footer.servicesButton')}
      </Button>
    </>
  );
}

function useReplacement(): Replacement | null {
  const active = useStored(activeService);
  const list = useStored(priceServices);
  return active && list ? replacementOf(active, list) : null;
}
