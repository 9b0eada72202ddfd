/** Inputs and answers of the address book of counterparties. */
import * as z from 'zod/mini'
import { recordId } from '../requests.ts'
import type { CounterpartyRow } from '../answers/wallets.ts'

/** The kind of a counterparty: the user's own wallet, an account at an exchange, or a person. */
export const counterpartyKinds = ['own_wallet', 'exchange', 'person'] as const
export type CounterpartyKind = (typeof counterpartyKinds)[number]

/** Chains of one family have the same addresses. */
export type AddressFamily = 'bitcoin' | 'evm'

/** The maximum lengths of a label, a name and a home address, and the maximum number of a user's entries. */
export const counterpartyLabelMax = 50
export const counterpartyNameMax = 100
export const counterpartyHomeMax = 200
export const counterpartiesMax = 100

/** Above every accepted length: a longer text is a malformed request, a shorter one gets its own error. */
const textLengthMax = 500
const text = z.string().check(z.maxLength(textLengthMax))
const given = z.optional(z.nullable(text))

/** The family of an address is derived from the address itself. */
const counterparty = {
  label: text,
  kind: z.enum(counterpartyKinds),
  address: given,
  name: given,
  home_address: given,
}

export const SaveCounterparty = z.object(counterparty)
/** The complete new entry: missing fields are removed. */
export const ChangeCounterparty = z.object({ id: recordId, ...counterparty })
export const RemoveCounterparty = z.object({ id: recordId })

export type CounterpartyFigures = {
  readonly counterpartyId: number
  readonly createdMs: number
  readonly label: string
  readonly kind: CounterpartyKind
  /** Null without an address. */
  readonly family: AddressFamily | null
  readonly address: string | null
  readonly name: string | null
  readonly homeAddress: string | null
}

/** An entry as its row. */
export function counterpartyRow(entry: CounterpartyFigures): CounterpartyRow {
  return {
    id: entry.counterpartyId,
    created_at: new Date(entry.createdMs).toISOString(),
    label: entry.label,
    kind: entry.kind,
    family: entry.family,
    address: entry.address,
    name: entry.name,
    home_address: entry.homeAddress,
  }
}
