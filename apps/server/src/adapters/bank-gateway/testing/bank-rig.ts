/** For tests: the local party on a port of its own, the live adapter in front, and a taker of callbacks. */
import type { TestContext } from 'node:test'
import { createHttpHost, type HttpHost } from '../../../platform/http/host.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { openDatabase } from '../../../platform/database/pool.ts'
import { localBankRoot, registerLocalBank } from '../local/index.ts'
import { paymentMethods } from '../methods.ts'
import { ownUrl } from '../open.ts'
import type { Answer, BankGateway, NewInvoice, NewPayout } from '../port.ts'
import { createXenditGateway } from '../xendit.ts'

export const key = 'key-of-the-tests-0001'
export const callbackToken = 'token-of-the-tests-0001'
const log = createLog('fatal')

export type Taken = {
  readonly kind: 'invoice' | 'payout'
  readonly token: string | undefined
  readonly body: unknown
}

export type BankRig = {
  readonly gateway: BankGateway
  /** The same, but it waits for no answer longer than a blink. */
  readonly hasty: BankGateway
  /** Where the local party is. */
  readonly url: string
  /** Callbacks in the order of their arrival. */
  readonly taken: readonly Taken[]
  /** What callbacks are answered from now on. */
  answerWith(status: number): void
  /** Tells the local party something; returns its status. */
  tell(path: string, body: object): Promise<number>
  stop(): Promise<void>
}

const patientMs = 30_000
const hastyMs = 200
const payoutMs = 50

/** Starts all of it on this database; it ends with the test, or before. */
export async function startBankRig(test: TestContext, databaseUrl: string): Promise<BankRig> {
  const taken: Taken[] = []
  const answers = { status: 200 }
  const receiver = await hostFor()
  for (const kind of ['invoice', 'payout'] as const) {
    receiver.post(`/wallets_idr/callbacks/${kind}`, async (request, reply) => {
      const token = request.headers['x-callback-token']
      taken.push({ kind, token: String(token), body: request.body })
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
    callbackBase: () => ownUrl(receiver),
    publicUrl: 'http://localhost:3000',
    merchant: 'Tukar',
    methods: paymentMethods,
    payoutFee: 5_000,
    payoutMs,
    callbackPauseMs: 20,
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const url = `${ownUrl(http) ?? ''}${localBankRoot}`
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
    hasty: gatewayWithin(hastyMs),
    url,
    taken,
    answerWith: (status) => (answers.status = status),
    async tell(path, body) {
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

/** An invoice like those of the exchange. */
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

/** A payout like those of the exchange. */
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

/** The value of an answer that has one. */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.status === 'done') return answer.value
  throw new Error(`the answer was ${JSON.stringify(answer)}`)
}
