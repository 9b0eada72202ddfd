/**
 * Sends the e-mails of the outbox (FLT-36): polls five times a second and sends what is due. A failed e-mail
 * is retried with growing delays for a day, unless its receiver does not exist. An e-mail is sent at least
 * once: after a crash between the server's acceptance and our mark it is sent again under the same
 * Message-ID.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isLanguage } from '@tukar/i18n/server'
import type { Database } from '../database/pool.ts'
import type { Log } from '../logging/log.ts'
import type { Keys } from '../secrets/keys.ts'
import { createHealth, type Health, type ServiceHealth } from '../external/health.ts'
import { openSealed } from './mail.ts'
import * as store from './outbox-store.ts'
import type { Transport } from './smtp.ts'
import { isMailTemplate, type MailBrand, renderMail } from './templates.ts'

const pollMsDefault = 200
const claimedMax = 20
const atOnceMax = 4
/** Longer than the longest attempt. */
const leaseSeconds = 120
const firstDelaySeconds = 5
const delaySecondsMax = 900
const givenUpSeconds = 86_400
const retentionDays = 7
/** An e-mail that takes the mail server longer counts as slow. */
const slowMs = 10_000
const errorLengthMax = 200
/** A mail server that hangs does not delay the end of the process; the next start sends its e-mails. */
const stopMs = 2_000

export type DeliveryDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly transport: Transport
  readonly brand: MailBrand
  readonly log: Log
  readonly pollMs?: number
  /** Called with each address whose mail server refused an e-mail permanently. */
  readonly onRefused?: (address: string) => Promise<void>
}

type Delivering = DeliveryDeps & { readonly health: Health }

export type Delivery = {
  /** The health of the mail server, from recent attempts. */
  health(): ServiceHealth
  /** Deletes e-mails that were sent or given up a week ago. */
  sweep(): Promise<void>
  /** Finishes e-mails under way, if the mail server accepts them soon. */
  stop(): Promise<void>
}

/** Starts delivering. */
export function startDelivery(deps: DeliveryDeps): Delivery {
  const { database, log, transport, pollMs = pollMsDefault } = deps
  const health = createHealth(Date.now, slowMs)
  let isStopped = false
  const isRunning = (): boolean => !isStopped
  let delivering: Promise<void> | null = null
  /** A database outage is logged once, not five times a second. */
  let isReadable = true
  const deliverAll = async (): Promise<void> => {
    try {
      for (;;) {
        const due = await store.takeDue(database, claimedMax, leaseSeconds)
        isReadable = true
        await deliverSome({ ...deps, health }, due, isRunning)
        if (due.length < claimedMax || isStopped) return
      }
    } catch (error) {
      if (isReadable) log.warn({ error: String(error) }, 'outbox cannot be read')
      isReadable = false
    }
  }
  const timer = setInterval(() => {
    delivering ??= deliverAll().finally(() => {
      delivering = null
    })
  }, pollMs)
  return {
    health: () => health.read(),
    sweep: () => store.sweepOutbox(database, retentionDays),
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.race([delivering, delay(stopMs, null, { ref: false })])
      transport.close()
    },
  }
}

/** A refusal is an answer too: the server works, but does not accept this e-mail. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && typeof Reflect.get(error, 'responseCode') === 'number'
}

/** Codes about the sender, the system, routes, the conversation or policy (RFC 3463): our faults. */
const ours = /^5\d\d[ -]5\.(?:1\.[78]|[3457]\.\d{1,3})\b/
const relaying = /relay|authenticat/i

/**
 * Whether a server refuses an e-mail permanently: a 5xx about its receiver or its content, which a retry
 * cannot change. A refusal of the sender, our rights or a route is retried, because an operator can fix it.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!isAnswer(error)) return false
  const [command, response] = ['command', 'response'].map((key) =>
    String(Reflect.get(error, key) ?? ''),
  )
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  const isPermanent = /^5\d\d(?:[ -]5\.\d{1,3}\.\d{1,3}\b|(?![ -]\d\.\d))/.test(response ?? '')
  return isPermanent && !ours.test(response ?? '') && !relaying.test(response ?? '')
}

/** A few concurrently, so that one slow conversation does not delay all others. */
async function deliverSome(
  deps: Delivering,
  due: readonly store.DueMail[],
  isRunning: () => boolean,
): Promise<void> {
  const waiting = [...due]
  const worker = async (): Promise<void> => {
    for (let mail = waiting.shift(); mail !== undefined && isRunning(); mail = waiting.shift()) {
      const { mailId } = mail
      // If the mark fails, the e-mail becomes due again; the others do not wait for it.
      await deliverOne(deps, mail).catch((error: unknown) =>
        deps.log.warn({ mailId, error: String(error) }, 'e-mail could not be marked'),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, worker))
}

async function deliverOne(deps: Delivering, mail: store.DueMail): Promise<void> {
  const { database, transport, log, health } = deps
  const { mailId, template, attempts } = mail
  const beganMs = performance.now()
  try {
    await transport.deliver(createEnvelope(deps, mail))
    health.note(performance.now() - beganMs, true)
  } catch (error) {
    const reason = toReason(error)
    health.note(performance.now() - beganMs, isAnswer(error))
    // Neither address nor text: logs name no person (INV-24).
    const about = { mailId, template, attempts, reason }
    const isRefused = isRefusedForGood(error)
    if (mail.ageSeconds > givenUpSeconds || isRefused) {
      log.error(about, 'e-mail given up')
      await store.markFailed(database, mailId, reason)
      if (isRefused) await deps.onRefused?.(mail.recipient)
    } else {
      log.warn(about, 'e-mail not sent, trying again')
      await store.postpone(database, mailId, retryDelaySeconds(attempts), reason)
    }
    return
  }
  await store.markSent(database, mailId)
}

/** 5 s, doubled with each attempt, at most a quarter of an hour. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(firstDelaySeconds * 2 ** Math.min(attempts - 1, 20), delaySecondsMax)
}

function createEnvelope({ keys, brand }: DeliveryDeps, mail: store.DueMail) {
  const { mailId, recipient, language, template, sealed } = mail
  if (!isMailTemplate(template) || !isLanguage(language)) throw new Error('no such template')
  const { to, params } = openSealed(keys, mailId, sealed)
  const { email } = params
  const isToOperator = template === 'contact_message' && typeof email === 'string'
  return {
    ...renderMail(template, language, params, brand),
    // The row has the recipient too, for the queue; the sealed one counts.
    to: to ?? recipient,
    messageId: mailId,
    language,
    ...(isToOperator ? { replyTo: email } : {}),
  }
}

/**
 * Why sending failed, on one line. Of an answer it has only the command and its codes (RFC 3463), because
 * servers often quote the recipient in their texts.
 */
export function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const text = isAnswer(error) ? findCodes(error) : message.replaceAll(/\S*@\S*/g, '…')
  return text.replace(/\s+/g, ' ').slice(0, errorLengthMax)
}

function findCodes(answer: Error): string {
  const [command, responseCode, response] = ['command', 'responseCode', 'response'].map((key) =>
    String(Reflect.get(answer, key) ?? ''),
  )
  const codes = /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')
  return `${command} ${codes?.[0] ?? responseCode}`
}
