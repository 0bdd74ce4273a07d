/** An element of a picture that is not made by React: a part of the page is copied into it. */
export function pictureElement(
  tag: 'b' | 'div' | 'span',
  className: string | undefined,
  ...content: (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  if (className !== undefined) element.className = className;
  element.append(...content);
  return element;
}
