import type { Listing } from './listing.ts';
import type { Shots, Size } from './shots.ts';

/** A picture that a store wants. */
export interface Composition extends Size {
  name: string;
  /** Markup, with its own styles. */
  html: string;
}

const SCREENSHOT: Size = { width: 1_280, height: 800 };
const POPUP_WIDTH = 418;

/** The pictures of one language: five screenshots, two tiles. */
export function compositions(listing: Listing, icon: string, shots: Shots): Composition[] {
  const { headlines, app } = listing;
  const popup = (picture: string, width = POPUP_WIDTH): string => image(picture, width);
  const beside = (name: string, headline: string, pictures: string): Composition => ({
    name,
    ...SCREENSHOT,
    html: document(listing, `${words(icon, app.name, headline)}<div>${pictures}</div>`),
  });
  return [
    beside('1-watchlist', headlines.watchlist, popup(shots.list)),
    beside('2-proof', headlines.proof, popup(shots.proof)),
    beside('3-alerts', headlines.alerts, popup(shots.alerts)),
    beside('4-themes', headlines.themes, popup(shots.list, 370) + popup(shots.listDark, 370)),
    {
      name: '5-options',
      ...SCREENSHOT,
      html: document(
        listing,
        `${words(icon, app.name, headlines.options)}${popup(shots.options, 1_000)}`,
        'column',
      ),
    },
    {
      name: 'tile-440x280',
      width: 440,
      height: 280,
      html: document(listing, words(icon, app.name, headlines.watchlist), 'small'),
    },
    {
      name: 'tile-1400x560',
      width: 1_400,
      height: 560,
      html: document(
        listing,
        `${words(icon, app.name, headlines.watchlist)}<div>${popup(shots.list, 400)}${popup(shots.listDark, 400)}</div>`,
        'cut',
      ),
    },
  ];
}

/** The icon on a transparent ground, with the margin that the Chrome Web Store asks for. */
export function iconPage(icon: string): string {
  return `<style>body { margin: 0 } svg { display: block; margin: 12.8px; width: 102.4px }</style>${icon}`;
}

function document({ language, meta }: Listing, content: string, layout = ''): string {
  return `<!doctype html><html lang="${language}" dir="${meta.direction}"><style>${STYLES}</style>
    <body class="${layout}">${content}</body></html>`;
}

function words(icon: string, name: string, headline: string): string {
  return `<header><p>${icon}<b>${name}</b></p><h1>${headline}</h1></header>`;
}

function image(picture: string, width: number): string {
  return `<img src="data:image/png;base64,${picture}" width="${width}">`;
}

const STYLES = `
  body {
    display: flex; align-items: center; justify-content: center; gap: 72px;
    box-sizing: border-box; height: 100vh; margin: 0; padding: 48px 64px; overflow: hidden;
    background: linear-gradient(135deg, #eef1ff, #dfe5ff 60%, #cdd7ff); color: #10151d;
    font: 24px/1.5 system-ui, sans-serif;
  }
  header { flex: 0 1 460px; min-width: 300px }
  p { display: flex; align-items: center; gap: 14px; margin: 0 0 20px }
  svg { width: 44px; height: 44px }
  h1 { margin: 0; font-size: 46px; font-weight: 680; line-height: 1.15; letter-spacing: -0.01em; text-wrap: balance }
  :lang(ar) h1 { letter-spacing: 0; line-height: 1.35 }
  div { display: flex; gap: 28px }
  img { border-radius: 16px; box-shadow: 0 24px 64px rgb(24 36 100 / 28%), 0 2px 8px rgb(24 36 100 / 16%) }
  .column { flex-direction: column; justify-content: start; gap: 28px; padding-block: 40px 0 }
  .column header { flex: none; display: flex; flex-direction: column; align-items: center }
  .column p { margin-block-end: 6px }
  .column h1 { font-size: 38px }
  .small { padding: 28px }
  .small header { flex: 1; min-width: 0 }
  .small h1 { font-size: 32px }
  .cut { align-items: start; padding-block: 0 }
  .cut header { align-self: center; flex-basis: 440px }
  .cut h1 { font-size: 44px }
  .cut div { padding-block-start: 56px }
`;
