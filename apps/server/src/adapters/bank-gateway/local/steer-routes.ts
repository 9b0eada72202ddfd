/**
 * Control routes of the local bank: pay or expire an invoice, decide a payout, set faults, top up the
 * balance. Only this machine may call them. A form is answered with the page, JSON with JSON.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpHost } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { localOnly, requireLocal } from '../../../platform/http/local-only.ts'
import type { PaymentMethod } from '../methods.ts'
import { limitOf } from '../methods.ts'
import { expireInvoice, payInvoice } from './bank-invoices.ts'
import { decidePayout, topUp } from './bank-payouts.ts'
import { countWaiting, makeCallbacksDue } from './callback-store.ts'
import { readFault } from './fault-orders.ts'
import { fieldIn, textIn, wholeIn } from './fields.ts'
import { findInvoice } from './invoice-store.ts'
import type { LocalBankDeps } from './deps.ts'
import { readBalance } from './payout-store.ts'

const idLengthMax = 100
const amountMax = 1_000_000_000_000
const formBytesMax = 10_000

/** Registers the control routes below `root`. */
export function registerSteering(
  http: HttpHost,
  root: string,
  deps: LocalBankDeps & { readonly methods: readonly PaymentMethod[] },
): void {
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const guarded = onlyFromHere
  const post = (path: string, work: (request: FastifyRequest) => Promise<string>): void => {
    http.post(`${root}${path}`, guarded, async (request, reply) =>
      answer(request, reply, `${root}${await work(request)}`),
    )
  }
  post('/invoices/:id/pay', async ({ params, body }) => {
    const id = idIn(params)
    const invoice = await findInvoice(deps.database, id)
    if (invoice === null) throw new Refusal('request.not_found')
    const amount = amountIn(body)
    const isLate = textIn(body, 'late', 10) === 'yes'
    const wanted = textIn(body, 'method', idLengthMax)
    const allowed = deps.methods.filter((method) => limitOf(method, invoice.amount) === null)
    const method = wanted === null ? allowed[0] : allowed.find(({ code }) => code === wanted)
    if (method === undefined) throw new Refusal('request.malformed')
    await payInvoice(deps, id, method, { amount, isLate })
    return `/invoices/${id}`
  })
  post('/invoices/:id/expire', async ({ params }) => {
    await expireInvoice(deps, idIn(params))
    return `/invoices/${idIn(params)}`
  })
  post('/payouts/:id/decide', async ({ params, body }) => {
    const state = (['SUCCEEDED', 'FAILED', 'REVERSED'] as const).find(
      (one) => one === fieldIn(body, 'state'),
    )
    if (state === undefined) throw new Refusal('request.malformed')
    const decided = await decidePayout(deps, idIn(params), state)
    if (decided === null) throw new Refusal('request.not_found')
    return ''
  })
  post('/faults', async ({ body }) => {
    const fault = readFault(body)
    if (fault === null) throw new Refusal('request.malformed')
    await deps.faults.add(fault)
    return ''
  })
  post('/faults/clear', async () => {
    await deps.faults.clear()
    return ''
  })
  post('/callbacks/hasten', async () => {
    await makeCallbacksDue(deps.database)
    deps.wake()
    return ''
  })
  post('/top-ups', async ({ body }) => {
    const reference = textIn(body, 'reference', idLengthMax)
    const amount = wholeIn(body, 'amount', 1, amountMax)
    if (reference === null || amount === null) throw new Refusal('request.malformed')
    await topUp(deps, reference, amount)
    return ''
  })
  http.get(`${root}/state`, guarded, async () => ({
    balance: await readBalance(deps.database),
    callbacks_waiting: await countWaiting(deps.database),
    faults: await deps.faults.list(),
  }))
}

/** A page of another site must not submit our forms (ATT-19). */
async function refuseForeignPages({ headers }: FastifyRequest): Promise<void> {
  const { origin, host = '' } = headers
  const isOurs = origin === undefined || origin.replace(/^https?:\/\//, '') === host
  if (!isOurs) throw new Refusal('request.not_found')
}

/** Route options of all pages and controls. Requests from other machines get 404. */
export const onlyFromHere = { ...localOnly, onRequest: [refuseForeignPages, requireLocal] }

function answer(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form')
  return isForm ? reply.redirect(page, 303) : reply.send({ success: 1 })
}

function idIn(params: unknown): string {
  return textIn(params, 'id', idLengthMax) ?? ''
}

/** The amount to pay instead of the invoice's amount; null where the body names none. */
function amountIn(body: unknown): number | null {
  const amount = wholeIn(body, 'amount', 1, amountMax)
  const isGiven = (fieldIn(body, 'amount') ?? '') !== ''
  if (amount === null && isGiven) throw new Refusal('request.malformed')
  return amount
}
