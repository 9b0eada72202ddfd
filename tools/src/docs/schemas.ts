/** Describes in words the values that a schema of packages/wire accepts. */
import { schemaName } from '@tukar/wire/openapi'

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

/** The fields of an object schema, through what wraps it; none if it takes no object. */
export function listFields(schema: unknown): readonly Field[] {
  const { type, innerType, shape, options, in: input } = readDefinition(schema)
  if (wrappers.has(String(type))) return listFields(innerType)
  if (type === 'pipe') return listFields(input)
  if (type === 'union' && Array.isArray(options)) return listFieldsOfAny(options)
  if (!isRecord(shape)) return []
  return Object.entries(shape).map(([name, field]) => ({
    name,
    takes: typeWords(field),
    isOptional: readDefinition(field)['type'] === 'optional',
  }))
}

/** The fields of a union of objects: a field that some of them lack is optional. */
function listFieldsOfAny(options: readonly unknown[]): readonly Field[] {
  const all = options.map((option) => listFields(option))
  const names = new Set(all.flat().map(({ name }) => name))
  return [...names].map((name) => {
    const own = all.flat().filter((field) => field.name === name)
    const takes = [...new Set(own.map((field) => field.takes))].join(' or ')
    return { name, takes, isOptional: own.length < all.length }
  })
}

function typeWords(schema: unknown): string {
  const name = schemaName(schema)
  return name === null ? describedWords(schema) : `\`${name}\``
}

function describedWords(schema: unknown): string {
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
  if (type === 'object') return objectWords(listFields(schema))
  if (type === 'custom') return 'object'
  return type === 'unknown' ? 'anything' : String(type)
}

function objectWords(fields: readonly Field[]): string {
  const [first] = fields
  if (fields.length === 4 && first?.name === 'datas') return `page of ${first.takes.slice(8)}`
  return `{ ${fields.map(({ name, takes }) => `\`${name}\`: ${takes}`).join(', ')} }`
}

function describeChoices(values: readonly unknown[]): string {
  return values.map((value) => `\`${String(value)}\``).join(', ')
}
