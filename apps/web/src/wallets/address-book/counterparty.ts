/**
 * The rules of address book entries: search, validation, and what to save after a payment or a sender's data.
 * Pure.
 */
import { type AddressFamily, type CounterpartyKind, counterpartyKinds } from '@tukar/wire'
import { findAddressStatus, isAddressShaped, isSameAddress } from '../chains/coin-withdrawal.ts'

/** Missing values are empty texts. */
export type Counterparty = {
  readonly id: string
  readonly label: string
  readonly kind: CounterpartyKind
  readonly family: AddressFamily | null
  readonly address: string
  readonly name: string
  readonly homeAddress: string
}

/** The editable fields of an entry. */
export type CounterpartyDraft = Omit<Counterparty, 'id' | 'family'>

/** A person's identity, as the travel rule requires it. */
export type TravelRuleIdentity = Pick<Counterparty, 'name' | 'homeAddress'>

export const kinds = counterpartyKinds

export const emptyDraft: CounterpartyDraft = {
  label: '',
  kind: 'own_wallet',
  address: '',
  name: '',
  homeAddress: '',
}

/** From this number of entries on, the list has a search field. */
export const searchedFrom = 6

function comparable(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** The entries that match a text by label, name or address. */
export function entriesFor<Entry extends Counterparty>(
  entries: readonly Entry[],
  text: string,
): readonly Entry[] {
  const query = comparable(text)
  if (query === '') return entries
  return entries.filter(({ label, name, address }) =>
    [label, name, address].some((one) => comparable(one).includes(query)),
  )
}

/** The entries with an address of a family. */
export function findReceivers(
  entries: readonly Counterparty[],
  family: AddressFamily,
): readonly Counterparty[] {
  return entries.filter((entry) => entry.family === family)
}

/** The entries that name a sender. */
export function findSenders(entries: readonly Counterparty[]): readonly Counterparty[] {
  return entries.filter(({ name }) => name !== '')
}

/** The entry of an address; null if there is none. */
export function findEntryByAddress(
  entries: readonly Counterparty[],
  address: string,
): Counterparty | null {
  const typed = address.trim()
  return entries.find((one) => one.address !== '' && isSameAddress(one.address, typed)) ?? null
}

/** What saving would do: create an entry, or complete an existing one. */
export type SavingPlan =
  | { readonly kind: 'new' }
  | { readonly kind: 'more'; readonly entry: Counterparty }

/** The plan for the address of a payment; null if the address book is complete. */
export function planForAddress(
  entries: readonly Counterparty[],
  address: string,
  { name, homeAddress }: TravelRuleIdentity,
): SavingPlan | null {
  const entry = findEntryByAddress(entries, address)
  if (entry === null) return { kind: 'new' }
  const isMore =
    (entry.name === '' && name.trim() !== '') ||
    (entry.homeAddress === '' && homeAddress.trim() !== '')
  return isMore ? { kind: 'more', entry } : null
}

/** The plan for a sender; null if the address book is complete. */
export function planForSender(
  entries: readonly Counterparty[],
  { name, homeAddress }: TravelRuleIdentity,
): SavingPlan | null {
  const same = entries.filter((one) => one.name !== '' && comparable(one.name) === comparable(name))
  if (same.some((one) => comparable(one.homeAddress) === comparable(homeAddress))) return null
  const entry = same.find((one) => one.homeAddress === '')
  return entry === undefined ? { kind: 'new' } : { kind: 'more', entry }
}

/** The editable fields of an entry, with its missing fields filled from an identity. */
export function completed(entry: Counterparty, identity: TravelRuleIdentity): CounterpartyDraft {
  const { label, kind, address } = entry
  return {
    label,
    kind,
    address,
    name: entry.name === '' ? identity.name : entry.name,
    homeAddress: entry.homeAddress === '' ? identity.homeAddress : entry.homeAddress,
  }
}

/**
 * The address of another entry with the same beginning and end, as used in address poisoning; null if there
 * is none.
 */
export function findLookalike(
  entries: readonly Counterparty[],
  { id, address }: { readonly id: string | null; readonly address: string },
): string | null {
  const typed = address.trim()
  if (typed === '') return null
  const others = entries.filter((entry) => entry.id !== id)
  const status = findAddressStatus(typed, [], others)
  return status.kind === 'alike' ? status.other : null
}

export type DraftField = 'label' | 'address' | 'name' | 'homeAddress'
export type DraftFault = 'labelEmpty' | 'addressUnreadable' | 'nothing' | 'nameShort'
export type DraftFaults = Readonly<Partial<Record<DraftField, DraftFault>>>

const lettersMin = 2

function isNobody(text: string): boolean {
  return text.trim() !== '' && (text.match(/\p{L}/gu) ?? []).length < lettersMin
}

/** The fault of each invalid field; the server checks checksums and networks. */
export function draftFaults(draft: CounterpartyDraft): DraftFaults {
  const address = draft.address.trim()
  const isShaped = isAddressShaped(address, 'evm') || isAddressShaped(address, 'bitcoin')
  const addressFault: DraftFault | null =
    address === ''
      ? draft.name.trim() === ''
        ? 'nothing'
        : null
      : isShaped
        ? null
        : 'addressUnreadable'
  return {
    ...(draft.label.trim() === '' && { label: 'labelEmpty' as const }),
    ...(addressFault !== null && { address: addressFault }),
    ...(isNobody(draft.name) && { name: 'nameShort' as const }),
    ...(isNobody(draft.homeAddress) && { homeAddress: 'nameShort' as const }),
  }
}

/** The field of a refusal; null if it is about no single field. */
export function findDraftField(code: string): DraftField | null {
  const fields: Readonly<Record<string, DraftField>> = {
    'book.label': 'label',
    'book.name': 'name',
    'book.home_address': 'homeAddress',
    'book.nothing': 'address',
  }
  if (code.startsWith('coin.address_')) return 'address'
  return fields[code.replace(/_(?:long|letter)$/, '')] ?? null
}
