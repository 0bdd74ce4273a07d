import { readSource, visit, type Node } from './syntax-tree.ts';

/**
 * The message keys in source files: each string that may be a key and each message of the manifest,
 * and a pattern for each template, with its values left open.
 */
export function keysIn(paths: readonly string[]): { keys: Set<string>; patterns: RegExp[] } {
  const keys = new Set<string>();
  const patterns = new Set<string>();
  for (const path of paths) {
    visit(readSource(path).program, (node) => {
      const source = node.type === 'TemplateLiteral' ? templateSource(node) : null;
      if (source !== null) patterns.add(source);
      if (node.type !== 'Literal' || typeof node.value !== 'string') return;
      const inManifest = /^__MSG_(\w+)__$/.exec(node.value)?.[1];
      keys.add(inManifest?.replaceAll('_', '.') ?? node.value);
    });
  }
  return { keys, patterns: [...patterns].map((source) => new RegExp(`^${source}$`)) };
}

function templateSource({ quasis, expressions }: Node): string | null {
  const texts = (quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked);
  // Otherwise a template such as `${a}.${b}` would match every key.
  if (!isLikeKey(`${texts[0]}x`)) return null;
  return texts
    .map((text, index) => {
      const value = (expressions as Node[])[index];
      return RegExp.escape(text) + (value ? valueSource(value) : '');
    })
    .join('');
}

/** A choice between texts stands for these only; the types of other values are not known here. */
function valueSource(value: Node): string {
  if (value.type === 'Literal') return RegExp.escape(String(value.value));
  if (value.type !== 'ConditionalExpression') return '\\w+';
  return `(?:${valueSource(value.consequent as Node)}|${valueSource(value.alternate as Node)})`;
}

function isLikeKey(text: string): boolean {
  return /^[a-z]\w*(?:\.\w+)+$/i.test(text);
}
