import type { ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Status } from '@/lib/domain/connection/status.ts';
import { replacementWords } from '@/lib/domain/connection/replacement-words.ts';
import { lateNotice } from '@/lib/domain/alerts/text/late-notice.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { lateFeeds } from '@/lib/storage/values/late-feeds.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { backgroundUpdates, priceServices } from '@/lib/storage/values/settings.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

interface StatusNoteProps {
  status: Status;
  /** What is said if there is no problem. */
  children: ReactNode;
}

/** A note about the clock, the service or alerts, if there is a problem. */
export default function StatusNote({ status, children }: StatusNoteProps) {
  const areAsleep = useAreAlertsAsleep();
  const skew = useStored(clockSkew);
  const active = useStored(activeService);
  const services = useStored(priceServices);
  const late = lateNotice(useStored(lateFeeds) ?? [], useFeedNames());
  const clock = skew ? clockNotice(skew) : null;
  const replaced = active && services ? replacementWords(active, services) : null;
  // If no prices arrive, only the clock can explain their age.
  if (clock !== null || status.code === 'stale') return clock ?? children;
  const isTrustKnown = status.code !== 'live' || status.assurance.kind !== 'unknown-signers';
  return replaced ?? late ?? (areAsleep && isTrustKnown ? t('alerts.asleep') : children);
}

/** Whether there are alerts, and the user chose no updates while Pricelight is closed. */
function useAreAlertsAsleep(): boolean {
  const mode = useStored(backgroundUpdates);
  const rules = useStored(alertRules) ?? [];
  return mode === 'none' && rules.some(({ enabled }) => enabled);
}
