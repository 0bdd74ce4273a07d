/** An eye for "show", crossed out for "hide". Decorative: the button has its own label. */
export function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg
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
      <path d="M1.5 8S3.8 3.5 8 3.5 14.5 8 14.5 8 12.2 12.5 8 12.5 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="2" />
      {isCrossed && <path d="m2.5 13.5 11-11" />}
    </svg>
  );
}
