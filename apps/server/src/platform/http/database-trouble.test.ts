import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@tukar/wire'
import { migratedDatabase } from '../database/testing/cluster.ts'
import { createLog } from '../logging/log.ts'
import { createHttpHost } from './host.ts'

/** SQL states of PostgreSQL that are transient, and one that is not. */
const states = ['40P01', '40001', '55P03', '57014', '53100', '53300', '57P01']
const broken = '22012'

test('FLT-10 FLT-11 FLT-13: while the database is unavailable calls are answered 503, with the time to retry, and claim nothing unknown', async (t) => {
  const { database, stop } = await migratedDatabase()
  t.after(stop)
  const http = await createHttpHost({
    log: createLog('silent'),
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
  t.after(() => http.close())
  http.route<{ Params: { state: string } }>({
    method: ['GET', 'POST'],
    url: '/trouble/:state',
    async handler({ params: { state } }) {
      await database.query(`do $$ begin raise exception using errcode = '${state}'; end $$`)
    },
  })
  const askFor = async (method: 'GET' | 'POST', state: string) => {
    const answer = await http.inject({ method, url: `/trouble/${state}` })
    const { code } = answer.json<{ code: string }>()
    return { status: answer.statusCode, code, after: answer.headers['retry-after'] }
  }
  for (const state of states) {
    const status = errors['server.busy'].status
    assert.equal(status, 503)
    assert.deepEqual(await askFor('GET', state), { status, code: 'server.busy', after: '1' })
    // The command may be committed, with only the answer lost.
    const code = 'server.unknown_outcome'
    assert.deepEqual(await askFor('POST', state), { status, code, after: '1' })
  }
  const after = undefined
  assert.deepEqual(await askFor('GET', broken), { status: 500, code: 'server.internal', after })
})
