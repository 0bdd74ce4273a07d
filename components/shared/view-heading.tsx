import { useEffect, useRef, type RefObject } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from './button.tsx';
import { BackIcon } from './icons.tsx';
import { currentRoute, goBack, useRoute } from './route.ts';

/** Sets the page title and focuses the heading. */
export function useViewHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // The opening button is gone, and screen readers announce the focused heading. Keep the focus if
  // the view appeared beside the list without being opened.
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

/** Renders nothing for a view that appeared beside the list without being opened. */
export function BackButton() {
  if (useRoute().view === 'list') return null;
  return (
    <IconButton label={t('common.backButton')} onClick={goBack}>
      <BackIcon />
    </IconButton>
  );
}
