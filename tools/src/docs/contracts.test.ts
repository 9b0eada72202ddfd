/** The documents that the calls and events are described by, as tools of others read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { calls, events } from '@tukar/wire'
import { asyncApiDocument, openApiDocument } from '@tukar/wire/openapi'

/** What a document breaks of the recommended rules. */
async function problemsOf(document: object): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'document.json', config })
  return problems.map(({ ruleId, message, location }) =>
    [ruleId, message, location[0]?.pointer].join(': '),
  )
}

test('the OpenAPI document breaks no recommended rule, and has every call', async () => {
  const document = openApiDocument()
  assert.deepEqual(await problemsOf(document), [])
  const ids = Object.values(document['paths'] as object).flatMap((methods: object) =>
    Object.values(methods).map(({ operationId }: { operationId: string }) => operationId),
  )
  assert.deepEqual(ids.toSorted(), Object.keys(calls).toSorted())
})

test('the AsyncAPI document breaks no recommended rule, and has every event', async () => {
  const document = asyncApiDocument()
  assert.deepEqual(await problemsOf(document), [])
  const { messages } = document['components'] as { messages: object }
  assert.deepEqual(
    Object.keys(messages).toSorted(),
    [...Object.keys(events), 'subscribe'].toSorted(),
  )
})

test('a document that names a schema which is not there breaks a rule', async () => {
  const document = openApiDocument()
  const broken = JSON.stringify(document).replace('schemas/OrderRow"', 'schemas/OtherRow"')
  assert.notDeepEqual(await problemsOf(JSON.parse(broken) as object), [])
})
