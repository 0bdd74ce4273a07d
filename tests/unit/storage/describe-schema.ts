import { isMap } from '@/lib/base/is-map.ts';
import { z } from '@/lib/base/zod.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema's structure in one line. Checks that are functions are not part of it. */
export function describeSchema(schema: z.ZodMiniType): string {
  return describe(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function describe(schema: JsonSchema): string {
  const fallback = 'default' in schema ? ` = ${JSON.stringify(schema.default)}` : '';
  return describeType(schema) + fallback;
}

function describeType(schema: JsonSchema): string {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return `(${options.map(describe).join(' | ')})`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.properties) return describeFields(schema.properties, schema.required ?? []);
  if (schema.type === 'object') return `{ [id]: ${describePart(schema.additionalProperties)} }`;
  if (schema.prefixItems) return `[${schema.prefixItems.map(describePart).join(', ')}]`;
  if (schema.type === 'array') return `[${describePart(schema.items)}]${bounds(schema)}`;
  return [schema.type].flat().join(' | ') + bounds(schema);
}

function describeFields(fields: Record<string, unknown>, required: readonly string[]): string {
  const texts = Object.entries(fields).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${describePart(field)}`,
  );
  return `{ ${texts.join(', ')} }`;
}

function describePart(part: unknown): string {
  return isMap(part) ? describe(part) : 'anything';
}

function bounds(schema: JsonSchema): string {
  const { pattern, minimum, maximum, maxLength = schema.maxItems } = schema;
  const texts = [
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} long`,
    pattern !== undefined && `like ${pattern}`,
  ].filter((text) => text !== false);
  return texts.map((text) => ` ${text}`).join('');
}
