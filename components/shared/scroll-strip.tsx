import { useEffect, useRef, useState, type ReactNode, type WheelEvent } from 'react';
import { afterFrame } from './hooks/after-paint.ts';
import { classNames } from './button.tsx';
import { BackIcon, ForwardIcon } from './icons.tsx';
import styles from './scroll-strip.module.css';

interface ScrollStripProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Sides in reading order. */
interface HiddenSides {
  before: boolean;
  after: boolean;
}

const NOTHING_HIDDEN: HiddenSides = { before: false, after: false };

/**
 * Scrolls sideways with the wheel, or with a button at each faded edge that hides something. These
 * are for the pointer only: a focused tab scrolls into view by itself.
 */
export function ScrollStrip({ className, children }: ScrollStripProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const measure = (): void => {
    if (!scroller.current) return;
    const { before, after } = hiddenSides(scroller.current);
    setHidden((known) =>
      known.before === before && known.after === after ? known : { before, after },
    );
  };
  useSizes(scroller, () => {
    scroller.current
      ?.querySelector('[aria-selected="true"], [aria-pressed="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    measure();
  });

  const turnPage = (by: 1 | -1): void => {
    const element = scroller.current;
    if (!element) return;
    element.scrollBy({
      left: by * readingSign(element) * 0.7 * element.clientWidth,
      behavior: 'smooth',
    });
  };

  return (
    <div
      className={classNames(styles.strip, className)}
      onWheel={(event) => scrollSideways(event, scroller.current)}
    >
      <div
        ref={scroller}
        className={styles.scroller}
        data-before={hidden.before || undefined}
        data-after={hidden.after || undefined}
        onScroll={measure}
      >
        {children}
      </div>
      {hidden.before && <Turn side="before" onTurn={() => turnPage(-1)} />}
      {hidden.after && <Turn side="after" onTurn={() => turnPage(1)} />}
    </div>
  );
}

function Turn({ side, onTurn }: { side: keyof HiddenSides; onTurn: () => void }) {
  return (
    <button
      type="button"
      className={styles.turn}
      data-side={side}
      aria-hidden="true"
      tabIndex={-1}
      // Keep the focus, for example in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTurn}
    >
      {side === 'before' ? <BackIcon /> : <ForwardIcon />}
    </button>
  );
}

/** Calls back after the first paint, and when the strip or its content changes size. */
function useSizes(ref: { readonly current: HTMLElement | null }, onChange: () => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    const cancel = afterFrame(() => {
      const element = ref.current;
      if (!element) return;
      for (const each of [element, ...element.children]) observer.observe(each);
    });
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [ref]);
}

function hiddenSides(element: HTMLElement): HiddenSides {
  // `scrollLeft` is negative in right-to-left pages.
  const start = Math.abs(element.scrollLeft);
  return { before: start > 1, after: start + element.clientWidth < element.scrollWidth - 1 };
}

/** Most mouse wheels turn only vertically. */
function scrollSideways({ deltaX, deltaY }: WheelEvent, scroller: HTMLElement | null): void {
  if (!scroller || Math.abs(deltaX) >= Math.abs(deltaY)) return;
  scroller.scrollBy({ left: deltaY * readingSign(scroller) });
}

function readingSign(element: HTMLElement): 1 | -1 {
  return element.matches(':dir(rtl)') ? -1 : 1;
}
