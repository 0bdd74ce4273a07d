import { visit, type Node, type Source } from './syntax-tree.ts';

/**
 * The message keys in a source: each string, which may be one, and each message of the manifest; and a
 * pattern for each template, with its values left open.
 */
export function keysIn({ program }: Source): { keys: string[]; patterns: string[] } {
  const keys: string[] = [];
  const patterns: string[] = [];
  visit(program, (node) => {
    const pattern = node.type === 'TemplateLiteral' ? templateSource(node) : null;
    if (pattern !== null) patterns.push(pattern);
    if (node.type !== 'Literal' || typeof node.value !== 'string') return;
    const inManifest = /^__MSG_(\w+)__$/.exec(node.value)?.[1];
    keys.push(inManifest?.replaceAll('_', '.') ?? node.value);
  });
  return { keys, patterns };
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
