/** Markup that is safe to insert. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[];

/** Escapes values, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = parts.map((part, index) => {
    const value = values[index];
    return value === undefined ? part : part + toMarkup(value);
  });
  return { markup: markup.join('') };
}

function toMarkup(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
