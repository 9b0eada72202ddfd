/** Our references at the gateway. A deposit's names its owner: the gateway keeps it, and no table can change that. */
import { randomUUID } from 'node:crypto'

const depositGrammar =
  /^deposit-(\d{1,15})-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A new reference of a deposit for this user. */
export function newDepositReference(userId: number): string {
  return `deposit-${userId}-${randomUUID()}`
}

/** The user that a deposit's reference names; null for one made before references named anybody. */
export function ownerOfReference(reference: string): number | null {
  const [, digits] = depositGrammar.exec(reference) ?? []
  return digits === undefined ? null : Number(digits)
}
