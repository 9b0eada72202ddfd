/**
 * Compares every answer of a test host with the schema of its call: no field may be missing, wrong or
 * unknown.
 */
import assert from 'node:assert/strict'
import { type Call, calls, misfitOf } from '@tukar/wire'
import type { HttpHost } from '../platform/http/host.ts'
import type { Lasting } from './desk.ts'

const all: readonly Call[] = Object.values(calls)

/** Fails the test at its end if an answer did not match its schema. */
export function checkAnswers(test: Lasting, http: HttpHost): void {
  const misfits: string[] = []
  http.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const called = all.find((call) => call.method === method && call.path === routeOptions.url)
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (called === undefined || !isJson || typeof payload !== 'string') return
    const body: unknown = JSON.parse(payload)
    const misfit =
      typeof body === 'object' && body !== null ? misfitOf(called, { ...body }) : 'none'
    if (misfit !== null) misfits.push(`${called.route}: ${misfit}\n${payload}`)
  })
  test.after(() => assert.deepEqual(misfits, []))
}
