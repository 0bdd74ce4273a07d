import { useState } from 'react';
import type { AnsweredUpdate } from '@/lib/pages/inquiries.ts';

interface CopyUpdateProps {
  update: AnsweredUpdate['update'];
  /** The part that proves the figure; `null`: none does, all parts are copied. */
  blob: number | null;
}

/** Copies the update, so that any other verifier can look at the same bytes. */
export function CopyUpdate({ update, blob }: CopyUpdateProps) {
  const [told, setTold] = useState('');
  const { data, encoding } = update.binary;
  const part = blob === null ? undefined : data[blob];
  const binary = part ?? data.join('\n');

  const copy = async (text: string, what: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setTold(`Copied ${what}.`);
    } catch {
      // The browser's own reason is for programmers: a click, the focus or a permission is missing.
      setTold('The browser did not allow the copy. Click into the page and try again.');
    }
  };

  return (
    <div className="copying">
      <button
        type="button"
        className="quiet-button"
        onClick={() => void copy(binary, `the signed bytes as ${encoding}`)}
      >
        Copy update
      </button>
      <button
        type="button"
        className="quiet-button"
        onClick={() => void copy(JSON.stringify(update, null, 2), 'the update as JSON')}
      >
        Copy as JSON
      </button>
      <span role="status" aria-label="Copied">
        {told}
      </span>
    </div>
  );
}
