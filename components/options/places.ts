/** Where links to sections of earlier versions lead. */
const MOVED = new Map([
  ['badge', 'toolbar'],
  ['appearance', 'look'],
  ['backup', 'data'],
  ['signatures', 'trust'],
  ['diagnostics', 'about'],
]);

/** The id of the part of the page that a hash leads to. */
export function placeOf(hash: string): string {
  return MOVED.get(hash) ?? hash;
}

/** Shows a part of the page, opens what hides it, and moves the focus to its heading. */
export function showPlace(id: string): HTMLElement | null {
  const place = document.getElementById(id);
  const fold = place?.closest('details');
  if (fold) fold.open = true;
  place?.scrollIntoView?.();
  place?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  return place;
}
