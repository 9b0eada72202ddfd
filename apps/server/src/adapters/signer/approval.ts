/**
 * The approval of the server's approving step, and its proof: an HMAC over all fields with a key that only
 * the server and the signer hold (ATT-97). The signer builds the same text; the vectors in
 * `apps/signer/fixtures/approvals.json` keep the two equal.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `payout`: to an address of a user's choice. `sweep`: to an address of the operator. `funding`: coin for the
 * gas of a later sweep, sent to a deposit address. `filling`: pays nothing from an address to itself, only to
 * use up a nonce.
 */
export type ApprovalKind = 'payout' | 'sweep' | 'funding' | 'filling'

export type Approval = {
  readonly kind: ApprovalKind
  /** Id of the row that is paid. The signer signs one payment per id. */
  readonly id: string
  /** `bitcoin`, or `evm:` followed by the chain id. */
  readonly chain: string
  readonly currency: string
  /** Address of the token contract with its checksum; null for the chain's own coin. */
  readonly contract: string | null
  readonly destination: string
  /** Amount that arrives, in the smallest units of the chain, as digits. */
  readonly amount: string
  /** Maximum fee of the transaction in the smallest units of the chain's coin, as digits. */
  readonly feeMax: string
  /** Id of the command that holds the money in the ledger; null where no user's money is held. */
  readonly hold: string | null
  /** The operator or the rule that approved the payment. */
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

/** The text under the HMAC. It is a JSON list, so that no two approvals have the same text. */
export function textOfApproval(approval: Approval): string {
  return JSON.stringify([version, ...fields.map((field) => approval[field])])
}

/** Adds the proof to an approval: 64 hex digits. */
export function approve(key: Buffer, approval: Approval): Approved {
  const mac = createHmac('sha256', key).update(textOfApproval(approval)).digest('hex')
  return { approval, mac }
}

/** Whether a proof matches this approval, compared in constant time. */
export function isApproved(key: Buffer, { approval, mac }: Approved): boolean {
  const right = Buffer.from(approve(key, approval).mac, 'hex')
  const given = Buffer.from(mac, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
