/**
 * The local bank: a bank gateway for simulations and tests that implements the real gateway's contract. The
 * exchange reaches it by HTTP alone. The exception is `topUp`, so that no route has to be open for it.
 */
import type { Database } from '../../../platform/database/pool.ts'
import type { HttpHost } from '../../../platform/http/host.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { PaymentMethod } from '../methods.ts'
import type { TopUp } from '../top-up.ts'
import { registerApi } from './api-routes.ts'
import { expireOverdue } from './bank-invoices.ts'
import { payDue, topUp } from './bank-payouts.ts'
import { type Clock, startClock } from './clock.ts'
import { openFaults } from './faults.ts'
import { registerPages } from './page-routes.ts'
import { sendDue } from './sender.ts'
import { registerSteering } from './steer-routes.ts'

/** Route prefix of the local bank. */
export const localBankRoot = '/simulation/bank'

const lookMs = 200

export type LocalBankOptions = {
  readonly database: Database
  readonly log: Log
  /** The API key that calls must carry. */
  readonly key: string
  /** The token in the headers of callbacks. */
  readonly callbackToken: string
  /** Base URL of callbacks, without a trailing slash; null while the receiver does not listen. */
  readonly callbackBase: () => string | null
  /** Base URL of the pages for browsers, without a trailing slash. */
  readonly publicUrl: string
  readonly merchant: string
  readonly methods: readonly PaymentMethod[]
  /** Fee of a payout in whole rupiah. */
  readonly payoutFee: number
  readonly payoutMs: number
  /** Backoff after the first failed attempt to deliver a callback. */
  readonly callbackBackoffMs?: number
}

export type LocalBank = {
  /** Adds whole rupiah to the balance. */
  readonly topUp: TopUp
  /** Stops the background work. The host stops the routes. */
  stop(): Promise<void>
}

/**
 * Registers the local bank on a host that does not listen yet, and starts paying, expiring and calling back.
 */
export async function registerLocalBank(
  http: HttpHost,
  options: LocalBankOptions,
): Promise<LocalBank> {
  const { database, log, callbackToken: token, callbackBase, publicUrl: publicBase } = options
  const clocks: { sender: Clock | null } = { sender: null }
  const wake = (): void => clocks.sender?.wake()
  const faults = await openFaults(database)
  const deps = { ...options, publicBase, faults, wake, root: localBankRoot }
  // Each scope has its own body parsers and error handler.
  await http.register(async (scope) => registerApi(scope, localBankRoot, deps))
  await http.register(async (scope) => registerSteering(scope, localBankRoot, deps))
  registerPages(http, deps)
  const { callbackBackoffMs: firstMs } = options
  const sending = {
    database,
    log,
    token,
    callbackBase,
    ...(firstMs === undefined ? {} : { firstMs }),
  }
  const sender = startClock(() => sendDue(sending), lookMs, log)
  clocks.sender = sender
  const work = async (): Promise<void> => {
    await expireOverdue(deps)
    await payDue(deps)
  }
  const teller = startClock(work, lookMs, log)
  return {
    async topUp(reference, amount) {
      try {
        await topUp(deps, reference, amount)
        return { status: 'done', value: null }
      } catch (error) {
        return { status: 'unknown', reason: error instanceof Error ? error.name : 'failed' }
      }
    },
    async stop() {
      await teller.stop()
      await sender.stop()
    },
  }
}
