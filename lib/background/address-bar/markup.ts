const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A line of the address bar: XML in Chrome, plain text in Firefox. */
export function lineMarkup(
  { text, detail = '' }: { readonly text: string; readonly detail?: string },
  isFirefox = import.meta.env.FIREFOX,
): string {
  if (isFirefox) return [text, detail].filter(Boolean).join(' · ');
  return detail === '' ? escaped(text) : `${escaped(text)}  <dim>${escaped(detail)}</dim>`;
}

/** Without the characters that XML excludes: Chrome would drop all lines. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => SPECIAL[character] ?? '');
}
