/** Parses orders of faults for the local bank. */
import {
  apiOperations,
  type FaultKind,
  faultKinds,
  type NewFault,
  type Operation,
} from './faults.ts'
import { fieldIn, wholeIn } from './fields.ts'

const timesMax = 1_000_000
const valueMax = 1_000_000_000_000
const seedMax = 2_147_483_647

/**
 * Parses `{operation, kind, times?, probability?, seed?, value?}`. Without `times` the fault never ends;
 * without `probability` it always happens. Returns null for an invalid order.
 */
export function readFault(body: unknown): NewFault | null {
  const operation = operationIn(body)
  if (operation === null) return null
  const kinds: readonly FaultKind[] = faultKinds[groupOf(operation)]
  const kind = kinds.find((one) => one === fieldIn(body, 'kind'))
  const chance = fieldIn(body, 'probability') ?? 1
  const probability = typeof chance === 'string' ? Number(chance) : chance
  if (kind === undefined || typeof probability !== 'number') return null
  if (!(probability > 0 && probability <= 1)) return null
  return {
    operation,
    kind,
    times: wholeIn(body, 'times', 1, timesMax),
    probability,
    seed: wholeIn(body, 'seed', 0, seedMax) ?? 1,
    value: wholeIn(body, 'value', 0, valueMax),
  }
}

function operationIn(body: unknown): Operation | null {
  const all: readonly Operation[] = ['call', 'callback', 'payment', 'payout', ...apiOperations]
  return all.find((one) => one === fieldIn(body, 'operation')) ?? null
}

function groupOf(operation: Operation): keyof typeof faultKinds {
  return operation === 'callback' || operation === 'payment' || operation === 'payout'
    ? operation
    : 'call'
}
