/**
 * The HTTP host: one envelope for every answer, one handler for every error, security headers, and the files
 * of the web app. Modules register the routes.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { type Envelope, errors, protocolMessageOf } from '@tukar/wire'
import { languageOfHeader, serverMessage } from '@tukar/i18n/server'
import type { HelmetOptions } from 'helmet'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { type Log, toTrace } from '../logging/log.ts'
import { escaped } from '../text/html.ts'
import { createBoundedServer } from './connections.ts'
import { type GuardHeaders, guardHeadersOf } from './guard-headers.ts'
import { parseJsonBodies } from './json-body.ts'
import { guardHostAndOrigin } from './origin-guard.ts'
import { answerUnreadable, refuseOddRequests } from './raw-answer.ts'
import { Refusal } from './refusal.ts'
import { limitBodies } from './slow-bodies.ts'
import { guardLocalListener, type LocalListener } from './local-only.ts'
import { createTradingDocument, plainDocument } from './trading-document.ts'
import { buildHeader, buildOf } from './web-folder.ts'

const bodyBytesMax = 1_000_000
/** For answers of a busy or rate-limited server whose refusal has no time of its own. */
const retryAfterSecondsDefault = 1
/** The camera is for identity checks, the clipboard for addresses; everything else is off. */
const permissionsPolicy =
  'camera=(self), microphone=(self), clipboard-write=(self), fullscreen=(self), ' +
  'geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()'

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer. Code that answers outside the host's routes sends them too (ATT-114). */
    readonly guardHeaders: GuardHeaders
    /** Provides the figures of a market for the trading page's document; null for none. */
    readonly provideFirstFigures: (figuresOf: FiguresOf) => void
  }
}

export type HttpHost = FastifyInstance

type FiguresOf = (marketId: number, pair: string) => object | null

export type HttpOptions = {
  /** Adds hooks that run before pages are served. */
  readonly addFirst?: (http: HttpHost) => void
  readonly log: Log
  readonly allowedOrigins: readonly string[]
  /** Addresses of trusted proxies: only these may state the client's address (ATT-112). */
  readonly trustedProxies: readonly string[]
  /** The local listener; without one the host's own listener is on this machine alone. */
  readonly localListener?: LocalListener
  /** Additional sources that pages may connect to: the configured hosts. */
  readonly connectSources: readonly string[]
  /** Sources for scripts and frames of an external captcha. */
  readonly captchaSources: readonly string[]
  /** The product's name, for the title of a loading page and the web app's manifest. */
  readonly product: string
  /** The configuration of the pages, written into their HTML. */
  readonly clientConfig: object
  /** The folder of the built web app; null for a host that only answers calls. */
  readonly webFolder: string | null
}

/** Creates the host with everything that all calls share. */
export async function createHttpHost(options: HttpOptions): Promise<HttpHost> {
  const guardHeaders = await browserGuards(options)
  const build = buildOf(options.webFolder)
  const document = pageOf('index.html', options)
  const page = plainDocument(document)
  const http = fastify({
    // Refusals before routing get the same envelope and headers as all others.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...guardHeaders, 'cache-control': 'no-store', 'x-request-id': request.id })
      // An invalid URL leads to no page, so a browser gets the app's error page.
      if (wantsPage(request)) sendUnreadable(reply, page)
      else sendError(error, request, reply, options.log)
    },
    clientErrorHandler: answerUnreadable(guardHeaders),
    bodyLimit: bodyBytesMax,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    serverFactory: (answer) => createBoundedServer().on('request', answer),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
  })
  http.decorate('guardHeaders', guardHeaders)
  http.decorate('localListener', options.localListener ?? null)
  refuseOddRequests(http.server, guardHeaders)
  // Foreign pages may send this type without a preflight request, so it is no valid body here (ATT-19).
  http.removeContentTypeParser('text/plain')
  parseJsonBodies(http)
  limitBodies(http)
  http.addHook('onRequest', guardHostAndOrigin(options.allowedOrigins))
  http.addHook('onRequest', guardLocalListener)
  http.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(guardHeaders)
    reply.header('x-request-id', request.id)
    // Every answer tells open pages about a newer build.
    if (build !== null) reply.header(buildHeader, build)
    if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store')
    done()
  })
  http.setErrorHandler((error, request, reply) => sendError(error, request, reply, options.log))
  options.addFirst?.(http)
  await serveWeb(http, { page, pageAt: tradingPages(http, document) }, options)
  return http
}

/**
 * Returns the page for a path: the app's document, or for the trading page the document with its files and
 * its market's figures.
 */
function tradingPages(http: HttpHost, document: string): (url: string) => string {
  const page = plainDocument(document)
  const makeTrading = createTradingDocument(document)
  let figuresOf: FiguresOf = () => null
  http.decorate('provideFirstFigures', (next: FiguresOf) => {
    figuresOf = next
  })
  return (url) => {
    const [, marketId, pair] =
      /^\/markets\/(\d{1,4})\/([A-Z\d]+_[A-Z\d]+)\/?(?:\?|$)/.exec(url) ?? []
    if (marketId === undefined || pair === undefined) return page
    return makeTrading(figuresOf(Number(marketId), pair))
  }
}

/** The foreign sources that pages may use. */
export type Sources = Pick<HttpOptions, 'connectSources' | 'captchaSources'>

/** The security headers of every answer to a browser (ATT-114). */
export async function browserGuards(sources: Sources): Promise<GuardHeaders> {
  const headers = await guardHeadersOf(helmetOptions(sources))
  return { ...headers, 'permissions-policy': permissionsPolicy }
}

function helmetOptions({ connectSources, captchaSources }: Sources): HelmetOptions {
  const sockets = connectSources.map((source) => source.replace(/^http/, 'ws'))
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...captchaSources],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        // The page plays a recording before it is sent.
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'connect-src': ["'self'", ...connectSources, ...sockets, ...captchaSources],
        'frame-src': ["'self'", ...captchaSources],
        'frame-ancestors': ["'self'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
      },
    },
    frameguard: { action: 'sameorigin' },
    strictTransportSecurity: { maxAge: 15_552_000 },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  }
}

/** The language of an answer: the header `Accept-Language`, as our pages send it. */
export function languageOf({ headers }: FastifyRequest): 'en' | 'id' {
  return languageIn(headers)
}

/** The preferred language in a request's headers. */
export function languageIn(headers: IncomingHttpHeaders): 'en' | 'id' {
  return languageOfHeader(headers['accept-language'])
}

/** The body of a successful call: its data in the envelope. */
export function success<const Fields extends object = object>(
  request: FastifyRequest,
  fields?: Fields,
  message: {
    readonly code: string
    readonly params?: Readonly<Record<string, string | number>>
  } | null = null,
): Envelope & Fields {
  const msg =
    message === null ? '' : serverMessage(languageOf(request), message.code, message.params)
  const envelope: Envelope = { success: 1, msg, code: '', params: {}, request_id: request.id }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without fields, there are none
  return { ...envelope, ...fields } as Envelope & Fields
}

export type RefusalOptions = {
  /** Additional fields of the answer. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Replaces the status of the code. */
  readonly status?: number | undefined
  /** Replaces 200. */
  readonly refusedStatus?: number
}

/** Sends a refusal with its text, code and status. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  { fields = {}, status: ownStatus, refusedStatus = 200 }: RefusalOptions = {},
): FastifyReply {
  const { code, params } = refusal
  const known = errors[code].status
  const status = ownStatus ?? (known === 200 ? refusedStatus : known)
  if (status === 503 || status === 429) {
    reply.header('retry-after', String(refusal.retryAfterSeconds ?? retryAfterSecondsDefault))
  }
  return reply.code(status).send({
    success: 0,
    msg: protocolMessageOf(code) ?? serverMessage(languageOf(request), code, params),
    code,
    params,
    request_id: request.id,
    ...fields,
  })
}

/** An error handler for calls whose refusals have a status of their own instead of 200. */
export function refuseWith(refusedStatus: number) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!(error instanceof Refusal)) throw error
    return sendRefusal(request, reply, error, { refusedStatus })
  }
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  if (error instanceof Refusal) return sendRefusal(request, reply, error)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return sendRefusal(request, reply, new Refusal('request.too_large'))
  if (status === 415) return sendRefusal(request, reply, new Refusal('request.not_json'))
  if (status === 404) return sendRefusal(request, reply, new Refusal('request.not_found'))
  if (status >= 400 && status < 500) {
    return sendRefusal(request, reply, new Refusal('request.malformed'))
  }
  if (isDatabaseUnavailable(error)) return sendTrouble(error, request, reply, log)
  log.error({ requestId: request.id, error: toTrace(error) }, 'a request failed')
  return sendRefusal(request, reply, new Refusal('server.internal'))
}

/**
 * The database gave no answer for now: a read may be repeated, and the outcome of anything else is unknown
 * (FLT-08, FLT-11).
 */
function sendTrouble(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  log.warn({ requestId: request.id, error: String(error) }, 'the database did not answer')
  const code = request.method === 'GET' ? 'server.busy' : 'server.unknown_outcome'
  return sendRefusal(request, reply, new Refusal(code, {}, 1))
}

/** The app's document, and the document for a path. */
type AppPages = { readonly page: string; readonly pageAt: (url: string) => string }

type PageOptions = Pick<HttpOptions, 'product' | 'clientConfig' | 'webFolder'>

const manifestFile = 'manifest.webmanifest'

/**
 * Serves the app's pages. Hashed files are cached forever, pages are revalidated each time, and unknown paths
 * get the app itself.
 */
async function serveWeb(
  http: HttpHost,
  { page, pageAt }: AppPages,
  pageOptions: PageOptions,
): Promise<void> {
  const chart = pageOf('chart.html', pageOptions)
  const desk = pageOf('executor.html', pageOptions)
  const sendPage = (html: string) => async (_: FastifyRequest, reply: FastifyReply) =>
    sendHtml(reply, html)
  const { webFolder } = pageOptions
  if (webFolder !== null && existsSync(webFolder)) {
    serveManifest(http, webFolder, pageOptions.product)
    await http.register(fastifyStatic, {
      root: webFolder,
      index: false,
      // These are only sent with their configuration, never as the files on disk.
      globIgnore: ['index.html', 'chart.html', 'executor.html', manifestFile],
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (response, file) => {
        const isHashed = file.includes('/assets/')
        response.setHeader(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  http.addHook('onRequest', (request, reply, done) => {
    if (isPageVisit(request)) sendHtml(reply, page)
    else done()
  })
  http.get('/', sendPage(page))
  const boxed = { onSend: sandboxed(http.guardHeaders) }
  http.get('/chart/candles', boxed, sendPage(chart))
  http.get('/chart/depth', boxed, sendPage(chart))
  http.get('/executor', sendPage(desk))
  http.get('/executor/*', sendPage(desk))
  http.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) {
      return sendHtml(isFile(request.url) ? reply.code(404) : reply, pageAt(request.url))
    }
    return sendRefusal(request, reply, new Refusal('request.not_found'))
  })
}

/**
 * The chart runs a third-party library in a frame of our pages. It may run scripts and call its own origin,
 * but neither navigate the page around it nor send forms. The header enforces this, because the frame's
 * script could remove the attribute.
 */
function sandboxed(guardHeaders: GuardHeaders) {
  const policy = guardHeaders['content-security-policy'] ?? ''
  const rule = 'sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'
  return async (_: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('content-security-policy', `${policy};${rule}`)
  }
}

function sendUnreadable(reply: FastifyReply, page: string): FastifyReply {
  return sendHtml(reply.code(400), page)
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
}

/** Whether a browser requests a page, in contrast to a script that makes a call. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/**
 * Whether a URL names a file, such as `/assets/a.js`. If the file does not exist, the answer is the app's
 * page with 404.
 */
function isFile(url: string): boolean {
  const [path = ''] = url.split('?')
  return /^\/(?:assets|\.well-known)\/|\.[a-z\d]{1,12}$/i.test(path)
}

/** `/markets` and `/markets/{id}` are both pages and calls: a browser that opens them accepts HTML. */
function isPageVisit(request: FastifyRequest): boolean {
  return wantsPage(request) && /^\/markets(?:\/\d+)?\/?(?:\?|$)/.test(request.url)
}

/** The web app's manifest with the configured name (DEC-06). */
function serveManifest(http: HttpHost, webFolder: string, product: string): void {
  const file: unknown = JSON.parse(readFileSync(path.join(webFolder, manifestFile), 'utf8'))
  const text = JSON.stringify({ ...Object(file), name: product, short_name: product })
  http.get(`/${manifestFile}`, async (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(text),
  )
}

function pageOf(file: string, { product, clientConfig, webFolder }: PageOptions): string {
  const at = path.join(webFolder ?? '', file)
  const title = `<title>${escaped(product)}</title>`
  if (webFolder === null || !existsSync(at))
    return `<!doctype html>${title}<p>The web app is not built.`
  const json = JSON.stringify(clientConfig).replaceAll('<', '\\u003c')
  const config = `<script type="application/json" id="client-config">${json}</script>`
  // The page's style sheet needs the mode before a script can read it.
  const mode = 'mode' in clientConfig ? ` data-mode="${escaped(String(clientConfig.mode))}"` : ''
  const build = ` data-build="${escaped(buildOf(webFolder) ?? '')}"`
  return readFileSync(at, 'utf8')
    .replace('<html', () => `<html${mode}${build}`)
    .replace('<title>Tukar</title>', () => title)
    .replace('<!--client-config-->', () => config)
}
