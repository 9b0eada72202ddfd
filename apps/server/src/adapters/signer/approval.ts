/**
 * What the server's approving step says may be paid, and its proof: an HMAC over all fields under a key
 * that the signer alone holds besides (ATT-97). The signer makes the same text; the vectors in
 * `apps/signer/fixtures/approvals.json` hold the two together.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A payout goes to a stranger; a sweep to an address of the house; a funding brings an own address the
 * coin that its sweep will cost; a filling pays nothing, from an address to itself, to use a number up.
 */
export type ApprovalKind = 'payout' | 'sweep' | 'funding' | 'filling'

export type Approval = {
  readonly kind: ApprovalKind
  /** Of the row that it is for: signed once, whatever else is asked. */
  readonly id: string
  /** `bitcoin`, or `evm:` and the chain's id. */
  readonly chain: string
  readonly currency: string
  /** The token's contract with its checksum; null for the chain's own coin. */
  readonly contract: string | null
  readonly destination: string
  /** What arrives, in the smallest units of the chain, as digits. */
  readonly amount: string
  /** The most that the transaction may cost, in the smallest units of the chain's coin, as digits. */
  readonly feeMax: string
  /** The command by which the ledger holds the money; null where none is anybody's. */
  readonly hold: string | null
  /** Who approved it: a person, or the rule that did. */
  readonly approvedBy: string
  readonly approvedAtMs: number
  readonly notAfterMs: number
}

export type Approved = { readonly approval: Approval; readonly mac: string }

const version = 'tukar approval 1'
const fields = [
  'kind',
  'id',
  'chain',
  'currency',
  'contract',
  'destination',
  'amount',
  'feeMax',
  'hold',
  'approvedBy',
  'approvedAtMs',
  'notAfterMs',
] as const satisfies readonly (keyof Approval)[]

/** The text that is proven: a list, so that no two approvals share one. */
export function textOfApproval(approval: Approval): string {
  return JSON.stringify([version, ...fields.map((field) => approval[field])])
}

/** An approval with its proof, 64 digits of hex. */
export function approve(key: Buffer, approval: Approval): Approved {
  const mac = createHmac('sha256', key).update(textOfApproval(approval)).digest('hex')
  return { approval, mac }
}

/** Whether a proof is of this approval; compared in constant time. */
export function isApproved(key: Buffer, { approval, mac }: Approved): boolean {
  const right = Buffer.from(approve(key, approval).mac, 'hex')
  const given = Buffer.from(mac, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
