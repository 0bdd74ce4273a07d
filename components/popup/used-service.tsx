import type { ReactNode } from 'react';
import {
  replacementOf,
  replacementWords,
  type Replacement,
} from '@/lib/domain/connection/replacement-words.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import type { ActiveService } from '@/lib/domain/connection/service-health.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import styles from './connection-footer.module.css';

interface UsedServiceProps {
  className: string | undefined;
  /** Shown while the preferred service is in use. */
  children: ReactNode;
}

/** Which service prices come from, if it is not the preferred one. */
export default function UsedService({ className, children }: UsedServiceProps) {
  const active = useReplacing();
  if (!active) return children;
  return (
    <Replaced active={active} otherwise={children}>
      {(replacement) => {
        const words = replacementWords(replacement);
        return (
          <span className={className} data-replaces title={words}>
            {words}
          </span>
        );
      }}
    </Replaced>
  );
}

/** The same, with the time of the change and the way to the services. */
export function UsedServiceDetails() {
  const active = useReplacing();
  if (!active) return null;
  const time = formatRecentTime(active.since);
  return (
    <Replaced active={active} otherwise={null}>
      {(replacement) => (
        <>
          <p>{replacementWords(replacement)}</p>
          <p>{t('footer.replaced.since', { used: replacement.used, time })}</p>
          <Button kind="link" className={styles.remedy} onClick={() => void openOptions()}>
            {t('footer.servicesButton')}
          </Button>
        </>
      )}
    </Replaced>
  );
}

/** The service in use if it is not the preferred one. */
function useReplacing(): ActiveService | null {
  const active = useStored(activeService);
  return active?.reason ? active : null;
}

interface ReplacedProps {
  active: ActiveService;
  /** Shown until the services are read. */
  otherwise: ReactNode;
  children: (replacement: Replacement) => ReactNode;
}

/** Reads the services: only needed while one replaces another. */
function Replaced({ active, otherwise, children }: ReplacedProps) {
  const list = useStored(priceServices);
  const replacement = list ? replacementOf(active, list) : null;
  return replacement ? children(replacement) : otherwise;
}
