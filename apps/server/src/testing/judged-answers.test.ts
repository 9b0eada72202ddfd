import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@tukar/wire'
import { createHttpHost, type HttpHost, success } from '../platform/http/host.ts'
import { route } from '../platform/http/route.ts'
import { createLog } from '../platform/logging/log.ts'
import { shortly } from './desk.ts'
import { checkAnswers } from './judged-answers.ts'

/** The result of a test whose host gave such an answer. */
async function judged(serve: (http: HttpHost) => void): Promise<void> {
  const lasting = shortly()
  const http = await createHttpHost({
    log: createLog('fatal'),
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
  lasting.after(() => http.close())
  checkAnswers(lasting, http)
  serve(http)
  await http.inject({ method: 'GET', url: calls.banks.path })
  await lasting.end()
}

const guard = { require: async () => 1 }
const bank = { code: 'BCA', name: 'Bank Central Asia', can_disburse: true }

test('R-13: a test fails if its server answers with a field that the wire does not know', async () => {
  const answer = (row: typeof bank) =>
    judged((http) =>
      route(http, guard, calls.banks, async ({ request }) =>
        success(request, { data: { listsBank: [row] } }),
      ),
    )
  await answer(bank)
  await assert.rejects(answer(Object.assign({ secret: 'x' }, bank)), /secret/)
})
