import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useFeed } from '../shared/hooks/use-feed.ts';
import { useRead } from '../shared/hooks/use-read.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { HoldingForm } from './holding-form.tsx';

interface HoldingDialogProps {
  id: FeedId;
  onClose: () => void;
}

export default function HoldingDialog({ id, onClose }: HoldingDialogProps) {
  const feed = useFeed(id);
  const isHidden = useStored(amountsHidden);
  const stored = useStoredHolding(id);
  if (!feed || isHidden === undefined || stored === undefined) return null;
  return (
    <HoldingForm feed={{ ...feed, id }} stored={stored} isHidden={isHidden} onClose={onClose} />
  );
}

/** `undefined` until it is read. Does not use `useStored`, whose first value may be outdated. */
function useStoredHolding(id: FeedId): Holding | null | undefined {
  return useRead(id, async () => (await holdings.getValue())[id] ?? null);
}
