import { useMemo, useState } from 'react';
import { draftStatement } from '@/lib/pages/statement/draft.ts';
import { neededFeeds, readHeld, type Held } from '@/lib/pages/statement/held-lines.ts';
import { toSeconds, type UnixSeconds } from '@/lib/base/units.ts';
import { useInquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';

/** For what a group holds. */
export function useStatementDraft(groupId: string | null) {
  const { inquiry, ask, cancel } = useInquiry<QuestionOf<'signed-prices'>>();
  const [asked, setAsked] = useState<{ held: Held; time: UnixSeconds }>();
  const draft = useMemo(
    () =>
      inquiry.state === 'answered' && asked
        ? draftStatement(asked.held, inquiry.answer.prices, asked.time)
        : null,
    [inquiry, asked],
  );

  /** `null`: the latest prices. */
  const request = async (publishTime: UnixSeconds | null): Promise<void> => {
    const held = await readHeld(groupId);
    const ids = neededFeeds(held);
    if (ids.length === 0) return;
    const time = publishTime ?? Math.floor(toSeconds(Date.now()));
    setAsked({ held, time });
    await ask({ kind: 'signed-prices', ids, publishTime });
  };

  return { inquiry, draft, request, cancel };
}
