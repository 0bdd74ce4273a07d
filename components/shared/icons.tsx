import styles from './icons.module.css';

// 16 px line icons for buttons, decorative because the button has its own label. Each has one path
// and leaves all styling to CSS, because a long list renders hundreds of them.

export function SearchIcon() {
  return <Icon path="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1 3.5 3.2 3.2" />;
}

export function RefreshIcon() {
  return <Icon path="M13.2 8a5.2 5.2 0 1 1-1.7-3.9M13.4 2v2.9h-2.9" />;
}

export function OptionsIcon() {
  return (
    <Icon path="M2 4.5h6.2m3.6 0H14M2 11.5h2.2m3.6 0H14M11.8 4.5a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0ZM7.8 11.5a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0Z" />
  );
}

export function CloseIcon() {
  return <Icon path="m4.2 4.2 7.6 7.6m0-7.6-7.6 7.6" />;
}

export function PinIcon() {
  return <Icon path="m10 1.8 4.2 4.2-2.5 1.3-1.3 4.1-5.8-5.8 4.1-1.3zM6.2 9.8 2 14" />;
}

export function WarningIcon() {
  return <Icon path="M8 2 14.5 13.5h-13zM8 6.2v3.6M8 11.6v.2" />;
}

export function KeyIcon() {
  return <Icon path="M8 11a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm-.8-2.2 6-6m-2.6 2.6 2 2" />;
}

export function ListIcon() {
  return <Icon isDirectional path="M2.5 4h7m-7 4h7m-7 4h4M12 9.5v5M9.5 12h5" />;
}

export function CheckIcon() {
  return <Icon path="m3.2 8.4 3.2 3.2 6.4-7" />;
}

export function PlusIcon() {
  return <Icon path="M8 3v10M3 8h10" />;
}

export function MoreIcon() {
  return <Icon path="M3.6 8h.01M8 8h.01m4.39 0h.01" />;
}

export function ViewIcon() {
  return <Icon isDirectional path="M2.5 4h11M2.5 8h7.5m-7.5 4h4" />;
}

export function BellIcon() {
  return (
    <Icon path="M8 2a4 4 0 0 0-4 4c0 4-1.6 5-1.6 5h11.2S12 10 12 6a4 4 0 0 0-4-4ZM6.6 13.2a1.5 1.5 0 0 0 2.8 0" />
  );
}

export function ExportIcon() {
  return <Icon path="M8 2.5v7.2M4.9 6.9 8 10l3.1-3.1M2.5 13h11" />;
}

interface IconProps {
  path: string;
  /** Whether it points in the reading direction, so that it is mirrored in right-to-left pages. */
  isDirectional?: boolean;
}

export function Icon({ path, isDirectional }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-directional={isDirectional}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
