// Icons of the popup's first paint. Each is imported from its own file, so that the others load
// later.
export { default as SEARCH } from 'lucide/dist/esm/icons/search.mjs';
export { default as REFRESH } from 'lucide/dist/esm/icons/rotate-cw.mjs';
export { default as OPTIONS } from 'lucide/dist/esm/icons/settings-2.mjs';
export { default as CLOSE } from 'lucide/dist/esm/icons/x.mjs';
export { default as PIN } from 'lucide/dist/esm/icons/pin.mjs';
export { default as WARNING } from 'lucide/dist/esm/icons/triangle-alert.mjs';
export { default as KEY } from 'lucide/dist/esm/icons/key-round.mjs';
export { default as LIST } from 'lucide/dist/esm/icons/list-plus.mjs';
export { default as PLUS } from 'lucide/dist/esm/icons/plus.mjs';
export { default as MORE } from 'lucide/dist/esm/icons/ellipsis.mjs';
export { default as BELL } from 'lucide/dist/esm/icons/bell.mjs';
export { default as RINGING_BELL } from 'lucide/dist/esm/icons/bell-ring.mjs';
export { default as BACK } from 'lucide/dist/esm/icons/chevron-left.mjs';
export { default as FORWARD } from 'lucide/dist/esm/icons/chevron-right.mjs';
export { default as EXPAND } from 'lucide/dist/esm/icons/maximize-2.mjs';
export { default as CLOCK } from 'lucide/dist/esm/icons/clock.mjs';
export { default as MOON } from 'lucide/dist/esm/icons/moon.mjs';
export { default as SHIELD } from 'lucide/dist/esm/icons/shield.mjs';
export { default as CHECKED_SHIELD } from 'lucide/dist/esm/icons/shield-check.mjs';
export { default as FAILED_SHIELD } from 'lucide/dist/esm/icons/shield-alert.mjs';
