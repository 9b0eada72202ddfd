/**
 * Our references at the gateway. A deposit's reference names its owner. The gateway keeps it, so that no
 * table can change the owner.
 */
import { randomUUID } from 'node:crypto'

const depositGrammar =
  /^deposit-(\d{1,15})-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Creates the reference of a deposit for this user. */
export function newDepositReference(userId: number): string {
  return `deposit-${userId}-${randomUUID()}`
}

/** The user in a deposit's reference; null for references from before they named users. */
export function ownerOfReference(reference: string): number | null {
  const [, digits] = depositGrammar.exec(reference) ?? []
  return digits === undefined ? null : Number(digits)
}
