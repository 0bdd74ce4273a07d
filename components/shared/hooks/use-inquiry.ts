import { useEffect, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { inquire, InquiryError } from '@/lib/pages/inquiries.ts';
import type { Answers, Question } from '@/lib/pages/questions.ts';
import { answerProblemWords } from '@/lib/pages/words/answer-words.ts';

export type QuestionOf<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

export type Inquiry<Answer> =
  | { state: 'idle' }
  | { state: 'asking' }
  | { state: 'answered'; answer: Answer }
  | { state: 'failed'; reason: string };

/** A new request, `cancel` and unmounting abort the previous request. */
export function useInquiry<Asked extends Question>() {
  type Current = Inquiry<Answers[Asked['kind']]>;
  const [inquiry, setInquiry] = useState<Current>({ state: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      // A component that was hidden, not unmounted, keeps its state.
      setInquiry((current) => (current.state === 'asking' ? { state: 'idle' } : current));
    },
    [],
  );

  const ask = async (question: Asked): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setInquiry({ state: 'asking' });
    const next = await inquire(question, signal).then(
      (answer): Current => ({ state: 'answered', answer }),
      (error: unknown): Current => ({ state: 'failed', reason: reasonOf(error) }),
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
  if (error instanceof InquiryError) return answerProblemWords(error.problem);
  console.error(error);
  return t('answer.failed');
}
