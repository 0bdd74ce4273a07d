import { useEffect, useRef, type RefObject } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from './button.tsx';
import { BackIcon } from './icons.tsx';
import { currentRoute, goBack, useRoute } from './route.ts';

/** Sets the page title to this view's name, and focuses the view's heading. */
export function useViewHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened the view is gone. Focusing the heading makes screen readers announce it.
  // A view beside the list that nobody opened leaves the focus where it is.
  useEffect(() => {
    if (currentRoute().view !== 'list') heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${t('app.name')}`;
    return () => {
      document.title = before;
    };
  }, [title]);
  return heading;
}

/** Returns to the previous view, if there is one: not from a view beside the list that nobody opened. */
export function BackButton() {
  if (useRoute().view === 'list') return null;
  return (
    <IconButton label={t('common.backButton')} onClick={goBack}>
      <BackIcon />
    </IconButton>
  );
}
