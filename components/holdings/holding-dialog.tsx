import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { amountsHidden, holdings } from '@/lib/storage/values/holdings.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import { rowNames } from '@/lib/storage/values/view.ts';
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
  const names = useStored(rowNames);
  const isHidden = useStored(amountsHidden);
  const stored = useStoredHolding(id);
  if (!feed || !names || isHidden === undefined || stored === undefined) return null;
  const { attributes } = feed;
  return (
    <HoldingForm
      feed={{ id, attributes, name: names[id] ?? feedName(attributes, id).symbol }}
      stored={stored}
      isHidden={isHidden}
      onClose={onClose}
    />
  );
}

/** `undefined` until it is read. Does not use `useStored`, whose first value may be outdated. */
function useStoredHolding(id: FeedId): Holding | null | undefined {
  return useRead(id, async () => (await holdings.getValue())[id] ?? null);
}
