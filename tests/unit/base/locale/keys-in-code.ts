import { readSource, visit, type Node } from './syntax-tree.ts';

/**
 * Patterns of the message keys in a source file: each string that may be a key, each template with
 * a pattern in place of its values, and each message of the manifest.
 */
export function keyPatternsIn(path: string): RegExp[] {
  const patterns: RegExp[] = [];
  visit(readSource(path).program, (node) => {
    const source = sourceOf(node);
    if (source !== null) patterns.push(new RegExp(`^${source}$`));
  });
  return patterns;
}

function sourceOf(node: Node): string | null {
  if (node.type === 'TemplateLiteral') return templateSource(node);
  if (node.type !== 'Literal' || typeof node.value !== 'string') return null;
  const inManifest = /^__MSG_(\w+)__$/.exec(node.value)?.[1];
  if (inManifest !== undefined) return RegExp.escape(inManifest.replaceAll('_', '.'));
  return isLikeKey(node.value) ? RegExp.escape(node.value) : null;
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
