/** The plan of a request whose transaction was checked, the same for both families of chains. */
import type { Signed } from './book/records.ts'

export type Plan = Pick<Signed, 'binding' | 'outpoints' | 'nonce' | 'spend' | 'fee' | 'price'> & {
  /** Signs; the same plan gives the same bytes. */
  readonly finish: () => { readonly txid: string; readonly raw: string }
}
