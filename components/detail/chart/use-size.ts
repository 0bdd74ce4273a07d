import { useLayoutEffect, useState, type RefObject } from 'react';

interface Size {
  width: number;
  height: number;
}

// Tests lay out nothing: their charts have the popup's size.
const USUAL: Size = { width: 380, height: 264 };

/** The size of an element, measured before it is painted and whenever it changes. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(USUAL);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { offsetWidth: width, offsetHeight: height } = current;
      if (width === 0 || height === 0) return;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
