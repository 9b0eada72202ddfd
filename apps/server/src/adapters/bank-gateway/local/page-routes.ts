/** Pages of the local bank over HTTP, only for requests from this machine. */
import type { FastifyReply } from 'fastify'
import { type HttpHost, languageOf } from '../../../platform/http/host.ts'
import { countWaiting } from './callback-store.ts'
import { controlPage } from './control-page.ts'
import { textIn } from './fields.ts'
import { findInvoice, listInvoices } from './invoice-store.ts'
import { bankStyle, payScript } from './page-files.ts'
import { invoicePage, missingPage, type BankPageDeps } from './pages.ts'
import type { LocalBankDeps } from './deps.ts'
import { listPayouts, readBalance } from './payout-store.ts'
import { onlyFromHere } from './steer-routes.ts'

const rowsMax = 50
const idLengthMax = 100

/** Registers the pages and their files. */
export function registerPages(http: HttpHost, deps: LocalBankDeps & BankPageDeps): void {
  const { database, faults, root } = deps
  const guarded = onlyFromHere
  http.get(root, guarded, async (request, reply) => {
    const [balance, waiting, invoices, payouts, told] = await Promise.all([
      readBalance(database),
      countWaiting(database),
      listInvoices(database, null, rowsMax),
      listPayouts(database, null, rowsMax),
      faults.list(),
    ])
    const figures = { balance, waiting, invoices, payouts, faults: told }
    return sendPage(reply, controlPage(deps, languageOf(request), figures))
  })
  http.get(`${root}/invoices/:id`, guarded, async (request, reply) => {
    const id = textIn(request.params, 'id', idLengthMax) ?? ''
    const invoice = await findInvoice(database, id)
    if (invoice !== null) return sendPage(reply, invoicePage(deps, invoice))
    return sendPage(reply.code(404), missingPage(deps, languageOf(request)))
  })
  http.get(`${root}/style.css`, guarded, async (_, reply) => reply.type('text/css').send(bankStyle))
  http.get(`${root}/pay.js`, guarded, async (_, reply) =>
    reply.type('text/javascript').send(payScript),
  )
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html)
}
