/** Describes schemas of packages/wire in words. */

export type Field = { readonly name: string; readonly takes: string; readonly isOptional: boolean }

type Definition = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null
}

/** zod's internal definition of a schema. */
function readDefinition(schema: unknown): Definition {
  const inner = isRecord(schema) ? schema['_zod'] : undefined
  const definition = isRecord(inner) ? inner['def'] : undefined
  return isRecord(definition) ? definition : {}
}

const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch'])

/** The fields of an object schema, through wrappers; empty for other schemas. */
export function listFields(schema: unknown): readonly Field[] {
  const { type, innerType, shape, in: input } = readDefinition(schema)
  if (wrappers.has(String(type))) return listFields(innerType)
  if (type === 'pipe') return listFields(input)
  if (!isRecord(shape)) return []
  return Object.entries(shape).map(([name, field]) => ({
    name,
    takes: typeWords(field),
    isOptional: readDefinition(field)['type'] === 'optional',
  }))
}

function typeWords(schema: unknown): string {
  const { type, innerType, options, entries, values, in: input, element } = readDefinition(schema)
  if (type === 'nullable') return `${typeWords(innerType)} or null`
  if (wrappers.has(String(type))) return typeWords(innerType)
  if (type === 'pipe') return typeWords(input)
  if (type === 'union' && Array.isArray(options)) {
    return [...new Set(options.map((option) => typeWords(option)))].join(' or ')
  }
  if (type === 'enum' && isRecord(entries)) return describeChoices(Object.values(entries))
  if (type === 'literal' && Array.isArray(values)) return describeChoices(values)
  if (type === 'array') return `list of ${typeWords(element)}`
  return type === 'unknown' ? 'anything' : String(type)
}

function describeChoices(values: readonly unknown[]): string {
  return values.map((value) => `\`${String(value)}\``).join(', ')
}
