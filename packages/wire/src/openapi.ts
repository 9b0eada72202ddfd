/**
 * Generates the OpenAPI 3.1 document of the calls from their schemas. It is a separate entry that no page
 * imports: only server and tools load the part of zod that it needs.
 */
import * as answers from './answers/index.ts'
import { calls } from './calls/index.ts'
import type { Call } from './calls/call.ts'
import { type Components, type Json, jsonSchema } from './json-schema.ts'

export { asyncApiDocument } from './asyncapi.ts'
export { namedSchemas, schemaName } from './json-schema.ts'

/** The version of the calls, which equals the product's. */
const contractVersion = '0.1.0'
const jsonType = 'application/json'
const pathParameter = /:(\w+)/g

/** The document of all calls. */
export function openApiDocument(): Json {
  const components: Components = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const path = call.path.replace(pathParameter, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: buildOperation(name, call, components),
    }
  }
  const refused = jsonSchema(answers.RefusedAnswer, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tukar',
      version: contractVersion,
      description:
        'Amounts are decimal texts. Every answer has the envelope; `code` names a refusal, whose status is in docs/reference/errors.md.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(calls).map(({ host }) => host))].map((name) => ({
      name,
      description: `Sent to the base of ${name}.`,
    })),
    paths,
    components: {
      schemas: { ...components, Refusal: refused },
      responses: {
        Refused: {
          description: 'Refused, or failed.',
          content: { [jsonType]: { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'jwt' } },
    },
  }
}

function buildOperation(name: string, call: Call, components: Components): Json {
  const parameters = [...listPathParameters(call), ...listQueryParameters(call, components)]
  const body = buildBody(call, components)
  return {
    operationId: name,
    summary: name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    tags: [call.host],
    security: call.access === 'open' ? [] : [{ session: [] }],
    ...(call.access === 'operator' && { 'x-access': 'operator' }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: body }),
    responses: {
      '200': { description: 'Done.', content: buildContent(call, components) },
      '4XX': { $ref: '#/components/responses/Refused' },
      '5XX': { $ref: '#/components/responses/Refused' },
    },
  }
}

/** A refusal of the exchange also has status 200. */
function buildContent(call: Call, components: Components): Json {
  const schema = answers.answerSchema(call)
  if (schema === null) return { '*/*': { schema: {} } }
  const given = jsonSchema(schema, 'output', components)
  return { [jsonType]: { schema: { anyOf: [given, { $ref: '#/components/schemas/Refusal' }] } } }
}

function listPathParameters({ path }: Call): readonly Json[] {
  return [...path.matchAll(pathParameter)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function listQueryParameters({ method, takes }: Call, components: Components): readonly Json[] {
  if (method !== 'GET') return []
  const { properties = {}, required = [] } = jsonSchema(takes, 'input', components) as {
    readonly properties?: Json
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** The body of a POST; null without one, or for a form. */
function buildBody({ method, takes }: Call, components: Components): Json | null {
  if (method !== 'POST') return null
  const schema = jsonSchema(takes, 'input', components)
  if (Object.keys(schema).length === 0) return null
  const isRequired = !takes.safeParse(undefined).success
  return { required: isRequired, content: { [jsonType]: { schema } } }
}
