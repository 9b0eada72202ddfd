/**
 * For tests: the local bank on its own port, the live adapter in front of it, and a receiver of callbacks.
 */
import type { TestContext } from 'node:test'
import { createHttpHost, type HttpHost } from '../../../platform/http/host.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { openDatabase } from '../../../platform/database/pool.ts'
import { localBankRoot, registerLocalBank } from '../local/index.ts'
import { paymentMethods } from '../methods.ts'
import { loopbackUrl } from '../open.ts'
import type { Answer, BankGateway, NewInvoice, NewPayout } from '../port.ts'
import { createXenditGateway } from '../xendit.ts'

export const key = 'key-of-the-tests-0001'
export const callbackToken = 'token-of-the-tests-0001'
const log = createLog('fatal')

export type ReceivedCallback = {
  readonly kind: 'invoice' | 'payout'
  readonly token: string | undefined
  readonly body: unknown
}

export type BankRig = {
  readonly gateway: BankGateway
  /** The same gateway with a very short timeout. */
  readonly impatient: BankGateway
  /** Base URL of the local bank. */
  readonly url: string
  /** Received callbacks in the order of their arrival. */
  readonly received: readonly ReceivedCallback[]
  /** Sets the status that the receiver returns to callbacks. */
  answerWith(status: number): void
  /** Calls a control route of the local bank; returns the status. */
  control(path: string, body: object): Promise<number>
  stop(): Promise<void>
}

const patientMs = 30_000
const shortTimeoutMs = 200
const payoutMs = 50

/** Starts the local bank and the receiver on this database. Both stop with the test, or earlier. */
export async function startBankRig(test: TestContext, databaseUrl: string): Promise<BankRig> {
  const received: ReceivedCallback[] = []
  const answers = { status: 200 }
  const receiver = await hostFor()
  for (const kind of ['invoice', 'payout'] as const) {
    receiver.post(`/wallets_idr/callbacks/${kind}`, async (request, reply) => {
      const token = request.headers['x-callback-token']
      received.push({ kind, token: String(token), body: request.body })
      return reply.code(answers.status).send({})
    })
  }
  await receiver.listen({ host: '127.0.0.1', port: 0 })
  const database = openDatabase(databaseUrl, log)
  const http = await hostFor()
  const local = await registerLocalBank(http, {
    database,
    log,
    key,
    callbackToken,
    callbackBase: () => loopbackUrl(receiver),
    publicUrl: 'http://localhost:3000',
    merchant: 'Tukar',
    methods: paymentMethods,
    payoutFee: 5_000,
    payoutMs,
    callbackBackoffMs: 20,
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const url = `${loopbackUrl(http) ?? ''}${localBankRoot}`
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await http.close()
    await local.stop()
    await receiver.close()
    await database.end()
  }
  test.after(stop)
  const gatewayWithin = (timeoutMs: number): BankGateway =>
    createXenditGateway({ baseUrl: () => url, key, callbackToken, timeoutMs })
  return {
    gateway: gatewayWithin(patientMs),
    impatient: gatewayWithin(shortTimeoutMs),
    url,
    received,
    answerWith: (status) => (answers.status = status),
    async control(path, body) {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await response.body?.cancel()
      return response.status
    },
    stop,
  }
}

function hostFor(): Promise<HttpHost> {
  return createHttpHost({
    log,
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
}

/** An invoice order as the exchange makes it. */
export function invoiceOrder(reference: string, amount = 150_000): NewInvoice {
  return {
    reference,
    amount,
    description: 'deposit',
    payerEmail: 'dewi@people.example',
    expiresInSeconds: 3_600,
    returnUrl: 'http://localhost:3000/settings/wallets/idr_deposit',
    language: 'en',
  }
}

/** A payout order as the exchange makes it. */
export function payoutOrder(
  reference: string,
  amount = 100_000,
  accountNumber = '1234567890',
): NewPayout {
  return {
    reference,
    amount,
    bankCode: 'BCA',
    accountNumber,
    holderName: 'Dewi Lestari',
    description: 'withdrawal',
    email: 'dewi@people.example',
  }
}

/** The value of a successful result; throws for any other. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.status === 'done') return answer.value
  throw new Error(`the answer was ${JSON.stringify(answer)}`)
}
