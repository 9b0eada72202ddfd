/**
 * Callbacks of the gateway. The token is checked, the bytes are stored, and the call is answered. They are
 * processed afterwards, and never trusted (ATT-66, ATT-69).
 */
import { custodyAccounts } from '@tukar/core'
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { route } from '../../../../platform/http/route.ts'
import { storeCallback } from './callbacks.ts'
import type { RupiahMachine } from '../machine.ts'
import type { RupiahDeps } from '../deps.ts'

const bodyBytesMax = 65_536

/** Registers both routes. */
export async function registerCallbacks(
  http: HttpHost,
  { database, gateway, sessions }: RupiahDeps,
  machine: Pick<RupiahMachine, 'wake'>,
): Promise<void> {
  await http.register(async (scope) => {
    // Checked before the body is read, so that strangers can send nothing. Only the header counts, never the
    // IP address.
    scope.addHook('onRequest', async ({ headers }) => {
      const token = headers['x-callback-token']
      if (!gateway.isCallback(typeof token === 'string' ? token : undefined)) {
        throw new Refusal('callback.forbidden')
      }
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    for (const [kind, call] of [
      ['invoice', calls.invoiceCallback],
      ['payout', calls.payoutCallback],
    ] as const) {
      route(scope, sessions, call, async ({ request }) => {
        const { body } = request
        if (!Buffer.isBuffer(body)) throw new Refusal('request.malformed')
        await storeCallback(database, custodyAccounts.bank, kind, body)
        machine.wake()
        return success(request)
      })
    }
  })
}
