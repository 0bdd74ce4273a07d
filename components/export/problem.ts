import { ExportError, SaveError } from '@/lib/base/save-error.ts';
import { t } from '@/lib/base/locale/t.ts';
import { InquiryError } from '@/lib/pages/inquiries.ts';
import { SignedUpdateError } from '@/lib/domain/signed-updates/errors.ts';
import { upgradeWords } from '@/lib/domain/signed-updates/trust/upgrade-words.ts';
import { answerProblemWords } from '@/lib/pages/words/answer-words.ts';

/** Explains to the user, in one sentence, why an export failed. */
export function exportProblem(error: unknown): string {
  if (error instanceof SaveError) {
    const { problem } = error;
    return t(problem === 'copyRefused' ? 'common.copyRefused' : `export.problem.${problem}`);
  }
  if (error instanceof ExportError) return error.message;
  if (error instanceof InquiryError) return answerProblemWords(error.problem);
  if (error instanceof SignedUpdateError) return upgradeWords(error.problem);
  console.error(error);
  return t('export.problem.unexpected');
}
