import { splitPair } from '@/lib/domain/prices/feed-name.ts';

/** A name, with the quote currency of a pair dimmed. */
export function PairName({ name }: { name: string }) {
  const [base, quote] = splitPair(name);
  return (
    <>
      {base}
      {quote !== undefined && <i>{quote}</i>}
    </>
  );
}
