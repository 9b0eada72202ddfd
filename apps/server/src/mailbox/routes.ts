/**
 * The mailbox over HTTP: pages for people, JSON for tests. E-mails give access to accounts. Therefore the
 * mailbox answers only this machine, and nothing links to it.
 */
import { rowNumber } from '@tukar/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../platform/database/pool.ts'
import { type HttpHost, languageOf, success } from '../platform/http/host.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { localOnly } from '../platform/http/local-only.ts'
import { fitScript, reloadScript, styleSheet, timeScript } from './page-files.ts'
import { framedHtml, listPage, mailPage, missingPage } from './pages.ts'
import { findMessage, listMessages, type Message } from './store.ts'

const rowsMax = 100
/** An e-mail's styles are in its `style` attributes. The policy forbids everything else. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'self'"

/** Serves `/mailbox` and the paths below it. */
export function registerMailbox(http: HttpHost, database: Database): void {
  http.get('/mailbox', localOnly, async (request, reply) => {
    const { recipient, rows } = parseQuery(request)
    const messages = await listMessages(database, recipient, rows)
    return sendPage(reply, listPage(languageOf(request), messages, recipient))
  })

  http.get('/mailbox/messages', localOnly, async (request) => {
    const { recipient, rows } = parseQuery(request)
    const messages = await listMessages(database, recipient, rows)
    return success(request, { data: messages.map(messageRow) })
  })

  http.get('/mailbox/messages/:id/view', localOnly, async (request, reply) => {
    const language = languageOf(request)
    const message = await messageAt(database, request)
    if (message === null) return sendPage(reply.code(404), missingPage(language))
    return sendPage(reply, mailPage(language, message))
  })

  const framed = {
    ...localOnly,
    // Runs after the host's own headers, which would forbid the styles of e-mails.
    onSend: async (_: FastifyRequest, reply: FastifyReply) => {
      reply.header('content-security-policy', mailPolicy)
    },
  }
  http.get('/mailbox/messages/:id/html', framed, async (request, reply) => {
    const message = await messageAt(database, request)
    if (message === null) throw new Refusal('request.not_found')
    return sendPage(reply, framedHtml(message.html))
  })

  http.get('/mailbox/style.css', localOnly, async (_, reply) =>
    reply.type('text/css').send(styleSheet),
  )
  for (const [name, script] of [
    ['look', reloadScript],
    ['time', timeScript],
    ['fit', fitScript],
  ] as const) {
    http.get(`/mailbox/${name}.js`, localOnly, async (_, reply) =>
      reply.type('text/javascript').send(script),
    )
  }
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html)
}

type MessageQuery = { readonly recipient: string | null; readonly rows: number }

function parseQuery(request: FastifyRequest): MessageQuery {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify gives an object of texts
  const { to, rows } = request.query as Readonly<Record<string, unknown>>
  const wanted = typeof rows === 'string' && /^\d{1,3}$/.test(rows) ? Number(rows) : rowsMax
  return {
    recipient: typeof to === 'string' ? to : null,
    rows: Math.min(Math.max(wanted, 1), rowsMax),
  }
}

async function messageAt(database: Database, { params }: FastifyRequest): Promise<Message | null> {
  const isNamed = typeof params === 'object' && params !== null && 'id' in params
  const id = isNamed ? rowNumber(String(params.id)) : null
  return id === null ? null : findMessage(database, id)
}

/** An e-mail in the JSON list for tests. */
function messageRow({ messageId, recipient, sender, subject, text, html, receivedAt }: Message) {
  return {
    id: messageId,
    to: recipient,
    from: sender,
    subject,
    text,
    html,
    received_at: receivedAt.toISOString(),
  }
}
