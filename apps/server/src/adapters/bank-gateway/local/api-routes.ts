/**
 * The API of the real gateway as the local bank serves it: the same paths, fields and errors. Configured
 * faults change its replies.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpHost } from '../../../platform/http/host.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { isSame } from '../secret.ts'
import { type ApiAnswer, apiError } from './api-error.ts'
import { listedBanks } from './banks.ts'
import { createInvoice, expireInvoice } from './bank-invoices.ts'
import { createPayout } from './bank-payouts.ts'
import type { ApiOperation, Hit } from './faults.ts'
import { textIn } from './fields.ts'
import { findInvoice, listInvoices } from './invoice-store.ts'
import { readInvoiceOrder, readPayoutOrder } from './orders.ts'
import type { LocalBankDeps } from './deps.ts'
import { findPayout, listPayouts, readBalance } from './payout-store.ts'
import { invoiceBody, payoutBody } from './rows.ts'

const rowsMax = 100
const referenceLengthMax = 255
const holdMsDefault = 30_000
const delayMsDefault = 2_000
const serverError = apiError(500, 'SERVER_ERROR', 'something went wrong')

type Handler = (request: FastifyRequest) => Promise<ApiAnswer>

/** Registers the API below `root`. Every call requires the key. */
export function registerApi(http: HttpHost, root: string, deps: LocalBankDeps & ApiDeps): void {
  const { key, log } = deps
  http.setErrorHandler((error, _, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status >= 500) log.error({ error: String(error) }, 'a call to the local bank failed')
    return send(
      reply,
      status >= 400 && status < 500
        ? apiError(status, 'INVALID_JSON_FORMAT', 'the request cannot be read')
        : serverError,
    )
  })
  const serve = (
    method: 'GET' | 'POST',
    path: string,
    operation: ApiOperation,
    handler: Handler,
  ): void => {
    http.route({
      method,
      url: `${root}${path}`,
      handler: async (request, reply) => {
        if (!holdsKey(request, key)) {
          return send(reply, apiError(401, 'INVALID_API_KEY', 'the API key is wrong'))
        }
        const [hit] = await deps.faults.drawHits(operation)
        return answer(request, reply, handler, hit)
      },
    })
  }
  serveInvoices(serve, deps)
  servePayouts(serve, deps)
  serve('GET', '/available_disbursements_banks', 'list_banks', async () => done(listedBanks))
  serve('GET', '/balance', 'balance', async () =>
    done({ balance: await readBalance(deps.database) }),
  )
}

export type ApiDeps = { readonly key: string; readonly log: Log }

type Serve = (
  method: 'GET' | 'POST',
  path: string,
  operation: ApiOperation,
  handler: Handler,
) => void

function serveInvoices(serve: Serve, deps: LocalBankDeps): void {
  const { database, publicBase, merchant } = deps
  const bodyOf = (row: Parameters<typeof invoiceBody>[0]) => invoiceBody(row, publicBase, merchant)
  const missing = apiError(404, 'INVOICE_NOT_FOUND_ERROR', 'there is no such invoice')
  serve('POST', '/v2/invoices', 'create_invoice', async ({ body }) => {
    const order = readInvoiceOrder(body)
    if ('status' in order) return order
    return done(bodyOf(await createInvoice(deps, order)))
  })
  serve('GET', '/v2/invoices', 'find_invoice', async ({ query }) => {
    const rows = await listInvoices(database, referenceIn(query, 'external_id'), rowsMax)
    return done(rows.map(bodyOf))
  })
  serve('GET', '/v2/invoices/:id', 'find_invoice', async ({ params }) => {
    const invoice = await findInvoice(database, idIn(params))
    return invoice === null ? missing : done(bodyOf(invoice))
  })
  serve('POST', '/invoices/:id/expire!', 'expire_invoice', async ({ params }) => {
    const expired = await expireInvoice(deps, idIn(params))
    if (expired !== null) return done(bodyOf(expired))
    const invoice = await findInvoice(database, idIn(params))
    if (invoice === null) return missing
    if (invoice.state === 'EXPIRED') return done(bodyOf(invoice))
    return apiError(400, 'INVOICE_ALREADY_PAID_ERROR', 'the invoice is paid')
  })
}

function servePayouts(serve: Serve, deps: LocalBankDeps): void {
  const { database } = deps
  serve('POST', '/v2/payouts', 'create_payout', async ({ body, headers }) => {
    const order = readPayoutOrder(body, headers['idempotency-key'])
    if ('status' in order) return order
    const made = await createPayout(deps, order)
    if (made === 'duplicate') {
      return apiError(409, 'DUPLICATE_ERROR', 'the idempotency key was used for another payout')
    }
    if (made === 'short') {
      return apiError(400, 'INSUFFICIENT_BALANCE', 'the balance is too low')
    }
    return done(payoutBody(made))
  })
  serve('GET', '/v2/payouts', 'find_payout', async ({ query }) => {
    const reference = referenceIn(query, 'reference_id')
    if (reference === null) {
      return apiError(400, 'API_VALIDATION_ERROR', 'reference_id is required')
    }
    return done((await listPayouts(database, reference, rowsMax)).map(payoutBody))
  })
  serve('GET', '/v2/payouts/:id', 'find_payout', async ({ params }) => {
    const payout = await findPayout(database, idIn(params))
    if (payout !== null) return done(payoutBody(payout))
    return apiError(404, 'DATA_NOT_FOUND', 'there is no such payout')
  })
}

/** Replies to a call. A fault that is due replaces the reply, before or after the effect of the call. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
  hit: Hit | undefined,
): Promise<FastifyReply> {
  if (hit === undefined) return send(reply, await handler(request))
  const { kind, value } = hit
  const isAfter = kind.endsWith('_after') || kind === 'junk' || kind === 'delay'
  if (kind === 'delay') await sleepUnlessClosed(request, value ?? delayMsDefault)
  const done = isAfter ? await handler(request) : null
  if (kind.startsWith('timeout')) return hold(request, reply, value ?? holdMsDefault)
  if (kind.startsWith('disconnect')) return hold(request, reply, 0)
  if (kind.startsWith('error')) return send(reply, serverError)
  if (kind === 'too_many') {
    return send(reply, apiError(429, 'RATE_LIMIT_EXCEEDED', 'too many requests'))
  }
  if (kind === 'junk') return reply.type('text/html').send('<html><body>Welcome</body></html>')
  return send(reply, done ?? serverError)
}

/** Closes the connection without a reply after a delay. */
async function hold(
  request: FastifyRequest,
  reply: FastifyReply,
  holdMs: number,
): Promise<FastifyReply> {
  reply.hijack()
  if (holdMs > 0) await sleepUnlessClosed(request, holdMs)
  request.raw.socket.destroy()
  return reply
}

/** Waits for `pauseMs`, or until the client disconnects. */
async function sleepUnlessClosed({ raw }: FastifyRequest, pauseMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    raw.socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function done(body: unknown): ApiAnswer {
  return { status: 200, body }
}

function send(reply: FastifyReply, { status, body }: ApiAnswer): FastifyReply {
  return reply.code(status).send(body)
}

function holdsKey({ headers }: FastifyRequest, key: string): boolean {
  const [, coded = ''] = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(headers.authorization ?? '') ?? []
  const [user = ''] = Buffer.from(coded, 'base64').toString('utf8').split(':')
  return isSame(user, key)
}

function referenceIn(query: unknown, name: string): string | null {
  return textIn(query, name, referenceLengthMax)
}

function idIn(params: unknown): string {
  return textIn(params, 'id', referenceLengthMax) ?? ''
}
