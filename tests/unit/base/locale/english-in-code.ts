import { visit, type Node, type Source } from './syntax-tree.ts';

/** Attributes whose text a user reads or hears. */
const READ_ATTRIBUTES =
  /^(title|alt|placeholder|label|aria-label|aria-description|.*(Label|Text|Words))$/;

const WORDS = /[A-Za-z]{2,}[,.:;]? [A-Za-z]/;
// A media query, or the type of an object.
const CODE = /^(?:\([a-z-]+: [a-z]+\)|\[object \w+\])$/;
const LETTERS = /\p{L}{2,}/u;

/**
 * Finds the texts of a source file that look like English for a user: all text between tags and in
 * attributes that are read, and every string of several words. What an error says to a developer
 * stays English.
 */
export function englishIn({ program }: Source): string[] {
  const found: string[] = [];
  visit(program, (node, parents) => {
    const text = textOf(node, parents);
    if (text !== null) found.push(text.trim().replaceAll(/\s+/g, ' '));
  });
  return found;
}

function textOf(node: Node, parents: readonly Node[]): string | null {
  if (node.type === 'JSXText') return matching(String(node.value), LETTERS);
  if (parents.some(isForDevelopers)) return null;
  if (isMarkup(node)) return matching(textInMarkup(node), LETTERS);
  if (node.type === 'TemplateElement' && parents.some(isMarkupOf(node))) return null;
  const pattern = isReadAttribute(parents.at(-1)) ? LETTERS : WORDS;
  if (node.type === 'Literal' && typeof node.value === 'string') {
    return matching(node.value, pattern);
  }
  if (node.type !== 'TemplateElement') return null;
  return matching((node.value as { raw: string }).raw, pattern);
}

/** A template that makes markup: its text stands between its tags. */
function isMarkup(node: Node): boolean {
  return node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'html';
}

function isMarkupOf(part: Node): (node: Node) => boolean {
  return (node) => isMarkup(node) && partsOf(node).includes(part);
}

function textInMarkup(node: Node): string {
  const markup = partsOf(node).map(({ value }) => (value as { raw: string }).raw);
  return markup.join('0').replaceAll(/<[^>]*>/g, '');
}

function partsOf(node: Node): Node[] {
  return (node.quasi as { quasis: Node[] }).quasis;
}

function matching(text: string, pattern: RegExp): string | null {
  return pattern.test(text) && !CODE.test(text) ? text : null;
}

function isReadAttribute(node: Node | undefined): boolean {
  return node?.type === 'JSXAttribute' && READ_ATTRIBUTES.test(nameOf(node.name));
}

/** Errors, imports, types, styles and SQL-like names are no interface text. */
function isForDevelopers(node: Node): boolean {
  if (node.type === 'ThrowStatement' || node.type.startsWith('Import')) return true;
  if (node.type.startsWith('TS') && node.type.endsWith('Type')) return true;
  if (node.type === 'NewExpression') return /(Error|RegExp)$/.test(nameOf(node.callee));
  if (node.type === 'CallExpression') return /^(console|super)\b/.test(nameOf(node.callee));
  return (
    node.type === 'JSXAttribute' && /^(className|d|viewBox|style|points)$/.test(nameOf(node.name))
  );
}

function nameOf(node: unknown): string {
  const { type, name, object, property } = node as Node;
  if (type === 'MemberExpression') return `${nameOf(object)}.${nameOf(property)}`;
  if (type === 'Super') return 'super';
  return typeof name === 'string' ? name : '';
}
