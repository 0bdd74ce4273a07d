import type { ReactNode } from 'react';
import { replacementWords } from '@/lib/domain/connection/replacement-words.ts';
import { lateNotice } from '@/lib/domain/alerts/text/late-notice.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { lateFeeds } from '@/lib/storage/values/late-feeds.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { useFeedNames } from '../../shared/hooks/use-feed-names.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

interface StatusNoteProps {
  /** Whether prices arrive: otherwise only the clock can explain their age. */
  isArriving: boolean;
  /** What is said if there is no problem. */
  children: ReactNode;
}

/** A note about the clock, the service or alerts, if there is a problem. */
export default function StatusNote({ isArriving, children }: StatusNoteProps) {
  const skew = useStored(clockSkew);
  const active = useStored(activeService);
  const services = useStored(priceServices);
  const late = lateNotice(useStored(lateFeeds) ?? [], useFeedNames());
  const clock = skew ? clockNotice(skew) : null;
  const replaced = active && services ? replacementWords(active, services) : null;
  const words = clock ?? (isArriving ? (replaced ?? late) : null);
  return words ?? children;
}
