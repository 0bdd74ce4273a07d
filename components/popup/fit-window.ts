/**
 * Shrinks the page to the available room. If the popup does not fit on the screen, because the
 * screen is low or the page is zoomed in, Chrome adds scroll bars whatever the styles say.
 */
export function fitWindow(): void {
  addEventListener('resize', () => {
    const { clientWidth, clientHeight } = document.documentElement;
    if (clientWidth < innerWidth) document.body.style.height = `${clientHeight}px`;
    if (clientHeight < innerHeight) document.body.style.width = `${clientWidth}px`;
  });
}
