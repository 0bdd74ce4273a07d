import { useMemo, useState } from 'react';
import { draftStatement } from '@/lib/pages/statement/draft.ts';
import { neededFeeds, readHeld, type Held } from '@/lib/pages/statement/held-lines.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { toSeconds, type UnixSeconds } from '@/lib/base/units.ts';
import { useInquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';

/** Requests the signed prices of what a group holds. */
export function useStatementDraft(groupId: string | null) {
  const { inquiry, ask, cancel } = useInquiry<QuestionOf<'signed-prices'>>();
  const [asked, setAsked] = useState<{ held: Held; time: UnixSeconds; staleLimit: number }>();
  const draft = useMemo(
    () =>
      inquiry.state === 'answered' && asked
        ? draftStatement(asked.held, inquiry.answer.prices, asked)
        : null,
    [inquiry, asked],
  );

  /** `null`: the latest prices. */
  const request = async (publishTime: UnixSeconds | null): Promise<void> => {
    const [held, limit] = await Promise.all([readHeld(groupId), staleLimitSeconds.getValue()]);
    const ids = neededFeeds(held);
    if (ids.length === 0) return;
    const time = publishTime ?? Math.floor(toSeconds(Date.now()));
    setAsked({ held, time, staleLimit: limit });
    await ask({ kind: 'signed-prices', ids, publishTime });
  };

  return { inquiry, draft, request, cancel };
}
