import type { ReactNode } from 'react';

// 16 px line icons for buttons; decorative, since the button itself is named.

export function SearchIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.2 3.2" />
    </Icon>
  );
}

export function RefreshIcon() {
  return (
    <Icon>
      <path d="M13.2 8a5.2 5.2 0 1 1-1.7-3.9" />
      <path d="M13.4 2v2.9h-2.9" />
    </Icon>
  );
}

export function OptionsIcon() {
  return (
    <Icon>
      <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
      <circle cx="10" cy="4.5" r="1.8" />
      <circle cx="6" cy="11.5" r="1.8" />
    </Icon>
  );
}

export function CloseIcon() {
  return (
    <Icon>
      <path d="m4.2 4.2 7.6 7.6M11.8 4.2l-7.6 7.6" />
    </Icon>
  );
}

export function PinIcon() {
  return (
    <Icon>
      <path d="m10 1.8 4.2 4.2-2.5 1.3-1.3 4.1-5.8-5.8 4.1-1.3z" />
      <path d="M6.2 9.8 2 14" />
    </Icon>
  );
}

export function KeyIcon() {
  return (
    <Icon>
      <circle cx="5" cy="11" r="3" />
      <path d="m7.2 8.8 6-6M10.6 5.4l2 2" />
    </Icon>
  );
}

export function ListIcon() {
  return (
    <Icon>
      <path d="M2.5 4h7M2.5 8h7M2.5 12h4" />
      <path d="M12 9.5v5M9.5 12h5" />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <path d="m3.2 8.4 3.2 3.2 6.4-7" />
    </Icon>
  );
}

export function PlusIcon() {
  return (
    <Icon>
      <path d="M8 3v10M3 8h10" />
    </Icon>
  );
}

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      className="icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
