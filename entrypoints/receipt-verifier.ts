import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openProof } from '@/lib/domain/receipts/open-proof.ts';

// Not for any page of the extension: saved receipts contain it. See `lib/pages/receipts/page-parts.ts`.
export default defineUnlistedScript(() => {
  addEventListener('DOMContentLoaded', () => openProof(document));
});
