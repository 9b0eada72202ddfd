/** The address of the simulation's mailbox: simulated e-mails never leave the machine. */
import { clientConfig } from '../../app/client-config.ts'

/** The mailbox answers loopback addresses only. */
const isLoopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)

/**
 * Returns the address of the mailbox, filtered by an e-mail address if given; null if there is no mailbox.
 */
export function mailboxPath(email?: string): string | null {
  if (!clientConfig.hasMailbox || !isLoopback) return null
  return email === undefined ? '/mailbox' : `/mailbox?to=${encodeURIComponent(email)}`
}
