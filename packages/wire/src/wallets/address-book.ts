/** The address book of counterparties on the wire: what its calls take and answer. */
import * as z from 'zod/mini'
import { recordId } from '../requests.ts'
import type { CounterpartyRow } from '../answers/wallets.ts'

/** What a counterparty is: a wallet of one's own, an account at an exchange, or somebody. */
export const counterpartyKinds = ['own_wallet', 'exchange', 'person'] as const
export type CounterpartyKind = (typeof counterpartyKinds)[number]

/** Chains of one family have the same addresses. */
export type AddressFamily = 'bitcoin' | 'evm'

/** The most characters of a label, a name and a home address, and the most entries of one person. */
export const counterpartyLabelMax = 50
export const counterpartyNameMax = 100
export const counterpartyHomeMax = 200
export const counterpartiesMax = 100

/** Longer than anything accepted: what is too long is told in a sentence, not as a broken request. */
const textLengthMax = 500
const text = z.string().check(z.maxLength(textLengthMax))
const given = z.optional(z.nullable(text))

/** Which family an address is of is read from the address itself. */
const counterparty = {
  label: text,
  kind: z.enum(counterpartyKinds),
  address: given,
  name: given,
  home_address: given,
}

export const SaveCounterparty = z.object(counterparty)
/** All of it as it is to be from now on: what is left out is taken away. */
export const ChangeCounterparty = z.object({ id: recordId, ...counterparty })
export const RemoveCounterparty = z.object({ id: recordId })

export type CounterpartyFigures = {
  readonly counterpartyId: number
  readonly createdMs: number
  readonly label: string
  readonly kind: CounterpartyKind
  /** Null where there is no address. */
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
