import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inquire } from '@/lib/pages/inquiries.ts';
import type { AnsweredStakeCaps } from '@/lib/pages/questions.ts';
import { exportProblem } from '../export/problem.ts';

export interface StakeCapsInquiry {
  isAsking: boolean;
  /** Stays during the next request. */
  answer: AnsweredStakeCaps | null;
  problem: string | null;
}

/** When the section is first shown, and on demand. */
export function useStakeCaps(): { inquiry: StakeCapsInquiry; refresh: () => void } {
  const [inquiry, setInquiry] = useState<StakeCapsInquiry>({
    isAsking: true,
    answer: null,
    problem: null,
  });
  const running = useRef<AbortController>(null);

  const ask = async (): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const next = await inquire({ kind: 'stake-caps' }, signal).then(
      (answer) => ({ answer, problem: null }),
      (error: unknown) => ({ problem: exportProblem(error) }),
    );
    if (!signal.aborted) setInquiry((before) => ({ ...before, ...next, isAsking: false }));
  };

  // Leaving the section aborts the request; coming back repeats it.
  const askAgain = useEffectEvent(() => {
    if (inquiry.isAsking) void ask();
  });
  useEffect(() => {
    askAgain();
    return () => running.current?.abort();
  }, []);

  const refresh = (): void => {
    setInquiry((before) => ({ ...before, isAsking: true, problem: null }));
    void ask();
  };
  return { inquiry, refresh };
}
