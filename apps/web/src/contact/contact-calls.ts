/** Sends a message to the operator (LEGAL-05). */
import { routes } from '@tukar/wire'
import { call } from '../api/call.ts'
import type { Failure } from '../api/request.ts'

export type ContactMessage = {
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
}

/** Sends the message with trimmed fields; null on success. */
export async function sendMessage(values: ContactMessage): Promise<Failure | null> {
  const input = {
    name: values.name.trim(),
    email: values.email.trim(),
    subject: values.subject.trim(),
    message: values.message.trim(),
  }
  const outcome = await call(routes.contactUs, { input })
  return outcome.ok ? null : outcome
}
