/**
 * Asks for no more room than there is. If the popup does not fit on the screen, because that is low
 * or the page is zoomed in, Chrome puts scroll bars beside it, whatever the styles say.
 */
export function fitWindow(): void {
  addEventListener('resize', () => {
    const { clientWidth, clientHeight } = document.documentElement;
    if (clientWidth < innerWidth) document.body.style.height = `${clientHeight}px`;
    if (clientHeight < innerHeight) document.body.style.width = `${clientWidth}px`;
  });
}
