import { motion } from '../../shared/motion.ts';

/**
 * Animates one row that leaves or enters: it fades out, and the rows below move. The list itself
 * changes at once: a copy of the row stays, and only positions are animated. The next change ends
 * the animation. Returns a function that stops watching.
 */
export function moveRows(list: HTMLElement): () => void {
  let running: Animation[] = [];
  let picture: HTMLElement | undefined;
  const end = (): void => {
    for (const animation of running) animation.cancel();
    running = [];
    picture?.remove();
    picture = undefined;
  };
  const observer = new MutationObserver((records) => {
    const changes = records.flatMap(changesOf);
    const [change] = changes;
    if (!change) return;
    end();
    // Switching tabs, sorting and dragging change several rows: these are not animated.
    if (changes.length > 1 || !list.checkVisibility()) return;
    // Scrolling a long list adds and removes rows.
    if (change.row.hasAttribute('aria-setsize')) return;
    if (list.querySelector('[data-dnd-dragging]')) return;
    if (change.isRemoved) picture = showPicture(change, list);
    const height = (picture ?? change.row).offsetHeight;
    running = shift(change.after, list, change.isRemoved ? height : -height);
  });
  observer.observe(list, { childList: true });
  return () => {
    observer.disconnect();
    end();
  };
}

interface RowChange {
  row: HTMLElement;
  isRemoved: boolean;
  /** The row's siblings, or its former ones. */
  before: Node | null;
  after: Node | null;
}

function changesOf(record: MutationRecord): RowChange[] {
  const { removedNodes, addedNodes, previousSibling: before, nextSibling: after } = record;
  return [
    ...[...removedNodes].filter(isRow).map((row) => ({ row, isRemoved: true, before, after })),
    ...[...addedNodes].filter(isRow).map((row) => ({
      row,
      isRemoved: false,
      before: row.previousSibling,
      after: row.nextSibling,
    })),
  ];
}

function isRow(node: Node): node is HTMLElement {
  return node instanceof HTMLElement && node.dataset['id'] !== undefined;
}

/** Shows a copy of the removed row in its former place until it has faded. */
function showPicture({ row, before }: RowChange, list: HTMLElement): HTMLElement | undefined {
  const timing = motion('--fast');
  if (!timing) return undefined;
  const picture = row.cloneNode(true);
  if (!(picture instanceof HTMLElement)) return undefined;
  delete picture.dataset['id'];
  picture.removeAttribute('aria-label');
  picture.setAttribute('aria-hidden', 'true');
  picture.inert = true;
  const top = before instanceof HTMLElement ? before.offsetTop + before.offsetHeight : 0;
  Object.assign(picture.style, { position: 'absolute', insetInline: 0, top: `${top}px` });
  list.append(picture);
  picture.animate({ opacity: [1, 0] }, { ...timing, fill: 'forwards' }).onfinish = () =>
    picture.remove();
  return picture;
}

/** Moves the visible content below a row from its previous position. */
function shift(first: Node | null, list: HTMLElement, from: number): Animation[] {
  const timing = motion('--moderate');
  if (!timing || from === 0) return [];
  return [...inViewFrom(first), list.parentElement?.nextElementSibling]
    .filter((element) => element instanceof HTMLElement)
    .map((element) => element.animate({ translate: [`0 ${from}px`, '0 0'] }, timing));
}

function* inViewFrom(first: Node | null): Generator<HTMLElement> {
  for (let row = first; row instanceof HTMLElement; row = row.nextSibling) {
    if (row.getBoundingClientRect().top > innerHeight) return;
    if (isRow(row)) yield row;
  }
}
