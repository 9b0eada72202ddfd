/**
 * Checks every answer and event that the suite receives against the contract: no field may be missing, wrong
 * or unknown.
 */
import assert from 'node:assert/strict'
import { type Call, calls, misfitOf, misfitOfEvent } from '@tukar/wire'
import type { Client } from '../harness/http.ts'
import type { ReceivedEvent } from '../harness/sockets.ts'

const all: readonly Call[] = Object.values(calls)

/** A client whose calls fail if an answer does not match the contract. */
export function createCheckedClient(client: Client): Client {
  return {
    ...client,
    async call(method, path, options) {
      const answer = await client.call(method, path, options)
      const called = callAt(method, path)
      // Bodies without the envelope are files, which other tests check.
      if (called !== null && 'success' in answer.body) {
        const misfit = misfitOf(called, answer.body)
        assert.equal(misfit, null, `${method} ${path} answered ${answer.text}`)
      }
      return answer
    },
  }
}

/** Fails if an event does not match the contract. */
export function assertEventContract({ event, data }: ReceivedEvent): void {
  assert.equal(misfitOfEvent(event, data), null, `${event} carried ${JSON.stringify(data)}`)
}

/** The call for a path with any parameter; null if there is none. */
function callAt(method: string, path: string): Call | null {
  const [bare = ''] = path.split('?')
  const own = bare.split('/')
  const matches = (call: Call): boolean => {
    const parts = call.path.split('/')
    if (call.method !== method || parts.length !== own.length) return false
    return parts.every((part, at) => part === own[at] || part.startsWith(':'))
  }
  return all.find(matches) ?? null
}
