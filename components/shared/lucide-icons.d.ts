declare module 'lucide/dist/esm/icons/*.mjs' {
  /** The `d` of a path, see `icon-outline.ts`. */
  const outline: string;
  export default outline;
}
