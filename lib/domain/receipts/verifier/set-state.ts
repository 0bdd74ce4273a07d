/** Sets an element's state, and shows those of its parts that are for this state. */
export function setState(element: Element, state: string): void {
  element.setAttribute('data-state', state);
  for (const part of element.querySelectorAll('[data-if]')) {
    part.toggleAttribute('hidden', part.getAttribute('data-if') !== state);
  }
}
