/** The contact form (API-71): stored, and e-mailed to the operator (SRV-30). */
import { calls } from '@tukar/wire'
import { readEmail } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { parseLine, readLines } from '../../platform/text/plain-text.ts'
import { acceptedText } from '../../platform/text/refused-text.ts'
import { insertMessage } from './store.ts'
import { registerWellKnown } from './well-known.ts'

/** In characters. */
const nameLengthMax = 100
const subjectLengthMax = 150
const messageLengthMax = 5_000
const faults = {
  name: { empty: 'contact.name', long: 'contact.name_long', letter: 'contact.name_letter' },
  subject: {
    empty: 'contact.subject',
    long: 'contact.subject_long',
    letter: 'contact.subject_letter',
  },
  message: {
    empty: 'contact.message',
    long: 'contact.message_long',
    letter: 'contact.message_letter',
  },
} as const
/** The language of the e-mail's frame; the message itself stays as it was written. */
const operatorLanguage = 'en'

export type ContactRoutes = {
  readonly database: Database
  readonly guard: Guard
  readonly mail: Mail
  /** The operator's address. */
  readonly contactEmail: string
}

/** Serves the public call (LEGAL-08), and the files with the operator's address. */
export function registerContactRoutes(http: HttpHost, routes: ContactRoutes): void {
  const { database, guard, mail, contactEmail } = routes
  registerWellKnown(http, { contactEmail, clock: Date.now })
  route(http, guard, calls.contactUs, async ({ request, input }) => {
    const form = checked(input)
    await inTransaction(database, async (client) => {
      await insertMessage(client, { ...form, clientAddress: request.ip })
      await mail.send(client, {
        to: contactEmail,
        language: operatorLanguage,
        template: 'contact_message',
        params: form,
      })
    })
    return success(request, {}, { code: 'contact.done' })
  })
}

type Form = {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
}

/** The form to store; refuses with the code of the first invalid field. */
function checked(form: Form): Form {
  const name = acceptedText(parseLine(form.name, nameLengthMax), faults.name, nameLengthMax)
  const email = readEmail(form.email)
  if (email === null) throw new Refusal('contact.email')
  const line = parseLine(form.subject, subjectLengthMax)
  const subject = acceptedText(line, faults.subject, subjectLengthMax)
  const lines = readLines(form.message, messageLengthMax)
  const message = acceptedText(lines, faults.message, messageLengthMax)
  return { name, email, subject, message }
}
