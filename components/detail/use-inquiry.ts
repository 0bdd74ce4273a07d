import { useEffect, useRef, useState } from 'react';
import { inquire, InquiryError, type AnsweredUpdate, type Question } from '@/lib/inquiries.ts';

type UpdateQuestion = Extract<Question, { kind: 'price-at' | 'proof' }>;

/** How far a question to the price service has come. */
export type Inquiry =
  | { state: 'idle' }
  | { state: 'asking' }
  | { state: 'answered'; answer: AnsweredUpdate }
  | { state: 'failed'; reason: string };

/** One question at a time: a new one, cancelling and leaving give up the one before. */
export function useInquiry() {
  const [inquiry, setInquiry] = useState<Inquiry>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (question: UpdateQuestion): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setInquiry({ state: 'asking' });
    const next = await inquire(question, signal).then(
      (answer): Inquiry => ({ state: 'answered', answer }),
      (error: unknown): Inquiry => ({ state: 'failed', reason: reasonOf(error) }),
    );
    if (!signal.aborted) setInquiry(next);
  };

  const cancel = (): void => {
    running.current?.abort();
    setInquiry({ state: 'idle' });
  };

  return { inquiry, ask, cancel };
}

function reasonOf(error: unknown): string {
  if (error instanceof InquiryError) return error.message;
  console.error(error);
  return 'The question could not be asked. Close this page, open it again and try once more.';
}
