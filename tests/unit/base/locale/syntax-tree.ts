import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

/** A node of a syntax tree (ESTree with JSX and TypeScript). */
export interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

export interface Source {
  text: string;
  program: Node;
}

/** Reads and parses a source file. */
export function readSource(path: string): Source {
  return parseSource(readFileSync(path, 'utf8'), path.endsWith('x') ? 'tsx' : 'ts');
}

export function parseSource(text: string, lang: 'ts' | 'tsx' = 'ts'): Source {
  return { text, program: parseAst(text, { lang }) as unknown as Node };
}

/** Calls `see` with each node and its parents, the nearest last; the list changes after the call. */
export function visit(
  node: Node,
  see: (node: Node, parents: readonly Node[]) => void,
  parents: Node[] = [],
): void {
  see(node, parents);
  parents.push(node);
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) visit(value, see, parents);
    } else for (const child of value) if (isNode(child)) visit(child, see, parents);
  }
  parents.pop();
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
