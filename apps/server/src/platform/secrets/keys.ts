/** Keys of the installation: each purpose has a key derived from the server's secret. */
import { hkdfSync } from 'node:crypto'

const keyBytes = 32

/** The key of a purpose, 32 bytes: the same for all servers of this installation. */
export type Keys = (
  purpose:
    | 'bank-account'
    | 'captcha'
    | 'chain-address'
    | 'chain-approval'
    | 'chain-credit'
    | 'chain-request'
    | 'chain-transaction'
    | 'count'
    | 'identity'
    | 'identity-index'
    | 'mail'
    | 'one-time-code'
    | 'operator-role'
    | 'operator-vote'
    | 'password'
    | 'row'
    | 'rupiah-request'
    | 'security-event'
    | 'session'
    | 'sign-in-link'
    | 'two-factor',
) => Buffer

/** The keys of a server's secret. */
export function keysOf(secret: Buffer): Keys {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `tukar ${purpose}`, keyBytes))
}
