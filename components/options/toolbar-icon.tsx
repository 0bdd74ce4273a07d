import { useEffect, useRef } from 'react';
import type { IconFace } from '@/lib/domain/prices/icon-face.ts';
import { iconPixels, type IconSize } from '@/lib/domain/prices/icon-pixels.ts';
import styles from './toolbar-icon.module.css';

interface ToolbarIconProps {
  /** `null`: the Pricelight logo. */
  face: IconFace | null;
  size: IconSize;
  /** Empty: no badge. */
  badge: string;
  /** The badge's background, as a CSS color. */
  color: string;
}

/** The icon with its badge across the lower edge, as browsers draw it. */
export function ToolbarIcon({ face, size, badge, color }: ToolbarIconProps) {
  return (
    <span className={styles.icon} data-size={size}>
      {face ? (
        <Face face={face} size={size} />
      ) : (
        <img src={`/icons/${size}.png`} width={size} height={size} alt="" />
      )}
      {badge !== '' && (
        <b dir="auto" data-part="badge" style={{ background: color }}>
          {badge}
        </b>
      )}
    </span>
  );
}

function Face({ face, size }: { face: IconFace; size: IconSize }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = new ImageData(iconPixels(face, size), size);
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [face, size]);
  return (
    <canvas
      ref={canvas}
      width={size}
      height={size}
      role="img"
      aria-label={face.lines.join(' ')}
      data-part="icon"
    />
  );
}
