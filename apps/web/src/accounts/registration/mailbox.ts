/** Where the mails of a simulation are read: they never leave the machine. */
import { clientConfig } from '../../app/client-config.ts'

/** The mailbox answers its own machine alone. */
const isOwnMachine = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)

/** Returns the address of the mailbox, of one person's mails if told; null where there is none to read. */
export function mailboxPath(email?: string): string | null {
  if (!clientConfig.hasMailbox || !isOwnMachine) return null
  return email === undefined ? '/mailbox' : `/mailbox?to=${encodeURIComponent(email)}`
}
