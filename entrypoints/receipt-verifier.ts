import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { checkPage } from '@/lib/domain/receipts/verifier/check-page.ts';

// Not for any page of the extension: saved receipts contain it. See `lib/pages/receipts/save-receipt.ts`.
export default defineUnlistedScript(() => checkPage(document));
