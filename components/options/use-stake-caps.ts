import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inquire, type AnsweredStakeCaps } from '@/lib/pages/inquiries.ts';
import { exportProblem } from '../export/problem.ts';

/** How far the question for the caps has come. */
export interface StakeCapsInquiry {
  isAsking: boolean;
  /** The last answer; it stays while another is asked for. */
  answer: AnsweredStakeCaps | null;
  problem: string | null;
}

/** Asks the service for the caps when they are first looked at, and when the user wants it. */
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

  // Whoever leaves gives the question up, and asks it again on coming back.
  const goOn = useEffectEvent(() => {
    if (inquiry.isAsking) void ask();
  });
  useEffect(() => {
    goOn();
    return () => running.current?.abort();
  }, []);

  const refresh = (): void => {
    setInquiry((before) => ({ ...before, isAsking: true, problem: null }));
    void ask();
  };
  return { inquiry, refresh };
}
