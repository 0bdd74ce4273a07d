import { ExportError } from '@/lib/export/errors.ts';
import { InquiryError } from '@/lib/pages/inquiries.ts';
import { SignedUpdateError } from '@/lib/signed-updates/errors.ts';

/** Explains to the user, in one sentence, why an export failed. */
export function exportProblem(error: unknown): string {
  if (
    error instanceof ExportError ||
    error instanceof InquiryError ||
    error instanceof SignedUpdateError
  ) {
    return error.message;
  }
  console.error(error);
  return 'This did not work. Please try once more.';
}
