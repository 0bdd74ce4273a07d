declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide';

  const shapes: IconNode;
  export default shapes;
}
