/** Sends e-mails by SMTP, to the configured server. */
import { createTransport } from 'nodemailer'
import { isLoopbackName } from '../limits/loopback.ts'
import type { RenderedMail } from './templates.ts'

const connectTimeoutMs = 10_000
/** For one command of the conversation; e-mails are small. */
const socketTimeoutMs = 20_000
const connectionsMax = 2

export type SmtpSettings = {
  /** `smtp://user:password@host:587` or `smtps://`. */
  readonly url: string
  /** The sender, as `Name <address>`. */
  readonly from: string
}

export type Envelope = RenderedMail & {
  readonly to: string
  /** Without brackets; the same for every attempt. */
  readonly messageId: string
  readonly language: string
  /** The reply address, if it is not the sender's. */
  readonly replyTo?: string
}

export type Transport = {
  /** Resolves once the server has accepted the e-mail; rejects otherwise. */
  deliver(mail: Envelope): Promise<void>
  close(): void
}

/** A transport that keeps a few connections open while it sends. */
export function createSmtpTransport({ url, from }: SmtpSettings): Transport {
  const transport = createTransport({
    url,
    ...(needsTls(url) ? { requireTLS: true } : {}),
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // An e-mail consists of texts alone: nothing is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // An idle connection broke; an e-mail under way reports its own error.
  transport.on('error', () => undefined)
  return {
    async deliver({ to, subject, text, html, messageId, language, replyTo }) {
      await transport.sendMail({
        from,
        // Passed as an object, it is a single address, whatever characters it has.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${findDomain(from)}>`,
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      })
    },
    close: () => transport.close(),
  }
}

/**
 * Whether e-mails require encryption: links into accounts must not cross a network in clear text. On this
 * machine, or with `?requireTLS=false`, they may.
 */
export function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return !isLoopbackName(hostname) && !searchParams.has('requireTLS')
}

function findDomain(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
}
