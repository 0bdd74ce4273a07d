import { showPageNotice, usePageNotice } from './page-notice.ts';
import { Toast } from './toast.tsx';

const hide = (): void => showPageNotice(null);

export function PageToast() {
  const notice = usePageNotice();
  const undo = async (): Promise<void> => {
    await notice?.undo?.();
    hide();
  };
  return <Toast isOnPage notice={notice} onUndo={undo} onGone={hide} />;
}
