/**
 * An approved payment and its proof: an HMAC over all its fields under a key that only the server's approval
 * step and the signer have. Both sides build the same text; the vectors in `fixtures/approvals.json` keep
 * them equal.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hasOnly, isRecord, isToken, isWhole, parseUnits } from './shape.ts'

/**
 * A payout pays a third party. A sweep pays a house address. A funding pays the network fee of a sweep to one
 * of our addresses. A filling pays nothing from an address to itself, to use up a nonce.
 */
export const approvalKinds = ['payout', 'sweep', 'funding', 'filling'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export type Approval = {
  readonly kind: ApprovalKind
  /** The id of its row: only one payment is ever signed under it. */
  readonly id: string
  /** `bitcoin`, or `evm:` and the chain's id. */
  readonly chain: string
  readonly currency: string
  /** The token's contract with its checksum; null for the chain's own coin. */
  readonly contract: string | null
  readonly destination: string
  /** The received amount, in the smallest units of the chain (satoshi, wei, a token's own). */
  readonly amount: bigint
  /** The maximum fee of the transaction, in the smallest units of the chain's coin. */
  readonly feeMax: bigint
  /** The ledger's hold of the money; null if it belongs to no user. */
  readonly hold: string | null
  /** The approver: operators, or a rule. */
  readonly approvedBy: string
  readonly approvedAtMs: number
  readonly notAfterMs: number
}

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

const version = 'tukar approval 1'
const textLengthMax = 128
const macHexLength = 64

/** The text that is proven: a list, so that no two approvals share one. */
export function textOfApproval(approval: Approval): string {
  const values = fields.map((field) => {
    const value = approval[field]
    return typeof value === 'bigint' ? String(value) : value
  })
  return JSON.stringify([version, ...values])
}

/** The proof of an approval, 64 digits of hex. */
export function macOfApproval(key: Buffer, approval: Approval): string {
  return createHmac('sha256', key).update(textOfApproval(approval)).digest('hex')
}

/** Whether the proof matches; compared in constant time. */
export function isApproved(key: Buffer, approval: Approval, mac: string): boolean {
  const given = Buffer.from(mac, 'hex')
  const right = Buffer.from(macOfApproval(key, approval), 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * The payment part of an approval: it never changes under one id. Cost limit, approver and expiry may be
 * approved again, if the fee must rise.
 */
export function describePayment(approval: Approval): string {
  const { kind, chain, currency, contract, destination, amount, hold } = approval
  return JSON.stringify([kind, chain, currency, contract, destination, String(amount), hold])
}

/** Parses an approval; null for anything else. */
export function parseApproval(value: unknown): Approval | null {
  if (!isRecord(value) || !hasOnly(value, fields)) return null
  const kind = approvalKinds.find((name) => name === value['kind'])
  const amount = parseUnits(value['amount'])
  const feeMax = parseUnits(value['feeMax'])
  if (kind === undefined || amount === null || feeMax === null) return null
  const { id, chain, currency, contract, destination, hold } = value
  const { approvedBy, approvedAtMs, notAfterMs } = value
  if (contract !== null && !isText(contract)) return null
  if (hold !== null && !isText(hold)) return null
  if (!isText(id) || !isText(chain) || !isText(currency) || !isText(destination)) return null
  if (!isText(approvedBy) || !isWhole(approvedAtMs) || !isWhole(notAfterMs)) return null
  const where = { id, chain, currency, contract, destination, hold }
  return { kind, ...where, amount, feeMax, approvedBy, approvedAtMs, notAfterMs }
}

/** Whether a text has the form of a proof. */
export function isMac(value: unknown): value is string {
  return typeof value === 'string' && value.length === macHexLength && /^[0-9a-f]+$/.test(value)
}

function isText(value: unknown): value is string {
  return isToken(value, textLengthMax)
}
