/** Converts the schemas of `answers` to JSON Schema, for the documents of calls and events. */
import * as z from 'zod/mini'
import * as answers from './answers/index.ts'

export type Json = Readonly<Record<string, unknown>>

/** Exported schemas are components under their names. */
const names = z.registry<{ readonly id: string }>()
for (const [id, schema] of Object.entries(answers)) {
  if (isSchema(schema) && !id.endsWith('Answer')) names.add(schema, { id })
}

/** The component name of a shared schema; null without one. */
export function schemaName(schema: unknown): string | null {
  return isSchema(schema) ? (names.get(schema)?.id ?? null) : null
}

/** All named schemas with their names. */
export function namedSchemas(): readonly (readonly [string, z.ZodMiniType])[] {
  return Object.entries(answers).flatMap(([id, schema]) =>
    isSchema(schema) && names.has(schema) ? [[id, schema] as const] : [],
  )
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** The schemas of a document, each under its name once. */
export type Components = Record<string, unknown>

/** A schema as JSON Schema; named schemas that it uses become components. */
export function jsonSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  components: Components,
): Json {
  const made = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      delete one.readOnly
      delete one.id
    },
  })
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the very text that was made of it
  const { $defs, $schema: _, ...rest } = JSON.parse(text) as { $defs?: Components } & Json
  Object.assign(components, $defs)
  return rest
}
