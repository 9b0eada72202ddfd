/**
 * The local party: a bank gateway of our own that speaks the contract of the real one, for simulations and
 * tests. The exchange knows it by HTTP alone, but for what a simulation lends it (`topUp`): no door has to be open for that.
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

/** Where all of it is served. */
export const localBankRoot = '/simulation/bank'

const lookMs = 200

export type LocalBankOptions = {
  readonly database: Database
  readonly log: Log
  /** The key that calls must carry. */
  readonly key: string
  /** The token that callbacks carry. */
  readonly callbackToken: string
  /** Where callbacks go, without a slash at the end; null while nobody listens there. */
  readonly callbackBase: () => string | null
  /** Where browsers reach the pages, without a slash at the end. */
  readonly publicUrl: string
  readonly merchant: string
  readonly methods: readonly PaymentMethod[]
  /** Whole rupiah that a payout costs. */
  readonly payoutFee: number
  readonly payoutMs: number
  /** The pause after the first attempt of a callback that failed. */
  readonly callbackPauseMs?: number
}

export type LocalBank = {
  /** Adds whole rupiah to the balance. */
  readonly topUp: TopUp
  /** Ends what runs beside the calls; the host ends those. */
  stop(): Promise<void>
}

/** Serves the local party on a host that does not listen yet, and begins to pay, expire and call back. */
export async function registerLocalBank(
  http: HttpHost,
  options: LocalBankOptions,
): Promise<LocalBank> {
  const { database, log, callbackToken: token, callbackBase, publicUrl: publicBase } = options
  const clocks: { sender: Clock | null } = { sender: null }
  const wake = (): void => clocks.sender?.wake()
  const faults = await openFaults(database)
  const parts = { ...options, publicBase, faults, wake, root: localBankRoot }
  // Each with its own ways to read bodies and to tell errors.
  await http.register(async (scope) => registerApi(scope, localBankRoot, parts))
  await http.register(async (scope) => registerSteering(scope, localBankRoot, parts))
  registerPages(http, parts)
  const { callbackPauseMs: firstMs } = options
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
    await expireOverdue(parts)
    await payDue(parts)
  }
  const teller = startClock(work, lookMs, log)
  return {
    async topUp(reference, amount) {
      try {
        await topUp(parts, reference, amount)
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
