/**
 * The address book: the counterparties with whom a user exchanges coins, saved once. An address is checked
 * and stored in the same form as that of a withdrawal, so that one address has one entry.
 */
import { readPastedAddress } from '@tukar/i18n/inputs'
import { createHash } from 'node:crypto'
import {
  counterpartiesMax,
  counterpartyHomeMax,
  type CounterpartyKind,
  counterpartyLabelMax,
  counterpartyNameMax,
} from '@tukar/wire'
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import { addressKey } from '../../../../adapters/evm/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { recordSecurityEvent } from '../../../../platform/security/events.ts'
import { parseLine } from '../../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../../platform/text/refused-text.ts'
import { ownersOf } from '../addresses/address-store.ts'
import type { ChainRegister } from '../register.ts'
import {
  tellingHome,
  tellingName,
  typedBitcoinAddress,
  typedEvmAddress,
} from '../typed-receiver.ts'
import {
  type Counterparty,
  type CounterpartyFacts,
  countCounterparties,
  deleteCounterparty,
  findSaved,
  findTwin,
  lockBook,
  insertCounterparty,
  updateCounterparty,
} from './store.ts'

const faults = {
  label: { empty: 'book.label', long: 'book.label_long', letter: 'book.label_letter' },
  name: { empty: 'book.name', long: 'book.name_long', letter: 'book.name_letter' },
  home: {
    empty: 'book.home_address',
    long: 'book.home_address_long',
    letter: 'book.home_address_letter',
  },
} as const

export type AddressBookDeps = {
  readonly database: Database
  readonly register: Pick<ChainRegister, 'assets'>
  readonly nodes: Pick<ChainNodes, 'network'>
}

/** A counterparty as the user typed it. */
export type CounterpartyInput = {
  readonly label: string
  readonly kind: CounterpartyKind
  readonly address?: string | null | undefined
  readonly name?: string | null | undefined
  readonly home?: string | null | undefined
}

export type BookOwner = { readonly userId: number; readonly clientAddress: string }

/**
 * Saves a counterparty; a repeated request returns the saved one. Refuses `book.label…`, `book.name…`,
 * `book.home_address…`, `book.nothing`, `coin.address_…`, `book.known`, `book.full`, `command.id_reused`.
 */
export async function saveCounterparty(
  deps: AddressBookDeps,
  owner: BookOwner,
  input: CounterpartyInput & { readonly requestId: string },
): Promise<Counterparty> {
  const { userId } = owner
  const { requestId } = input
  const facts = await toFacts(deps, input)
  const requestHash = createHash('sha256').update(JSON.stringify(facts)).digest()
  return inTransaction(deps.database, async (transaction) => {
    await requireOwner(transaction, owner)
    const saved = await findSaved(transaction, userId, requestId)
    if (saved !== null) {
      if (!saved.requestHash.equals(requestHash)) throw new Refusal('command.id_reused')
      return saved
    }
    await requireNew(transaction, owner, { ...facts, exceptId: null })
    if ((await countCounterparties(transaction, userId)) >= counterpartiesMax) {
      throw new Refusal('book.full', { max: counterpartiesMax })
    }
    const made = { ...facts, requestId, requestHash }
    const entry = await insertCounterparty(transaction, userId, made)
    if (entry === null) throw new Error('the entry of the address book was not stored')
    await record(transaction, owner, { event: 'saved', counterpartyId: entry.counterpartyId })
    return entry
  })
}

/** Replaces an entry of the user; refuses `book.unknown` and the codes of `saveCounterparty`. */
export async function changeCounterparty(
  deps: AddressBookDeps,
  owner: BookOwner,
  input: CounterpartyInput & { readonly counterpartyId: number },
): Promise<Counterparty> {
  const { counterpartyId } = input
  const facts = await toFacts(deps, input)
  return inTransaction(deps.database, async (transaction) => {
    await requireOwner(transaction, owner)
    await requireNew(transaction, owner, { ...facts, exceptId: counterpartyId })
    const own = { userId: owner.userId, counterpartyId }
    const entry = await updateCounterparty(transaction, own, facts)
    if (entry === null) throw new Refusal('book.unknown')
    await record(transaction, owner, { event: 'changed', counterpartyId })
    return entry
  })
}

/** Removes an entry of the user; refuses `book.unknown`. */
export async function removeCounterparty(
  { database }: AddressBookDeps,
  owner: BookOwner,
  counterpartyId: number,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const own = { userId: owner.userId, counterpartyId }
    if (!(await deleteCounterparty(transaction, own))) throw new Refusal('book.unknown')
    await record(transaction, owner, { event: 'removed', counterpartyId })
  })
}

async function toFacts(
  deps: AddressBookDeps,
  given: CounterpartyInput,
): Promise<CounterpartyFacts> {
  const labelMax = counterpartyLabelMax
  const label = acceptedText(parseLine(given.label, labelMax), faults.label, labelMax)
  const [nameMax, homeMax] = [counterpartyNameMax, counterpartyHomeMax]
  const name = filled(given.name)
    ? acceptedText(tellingName(given.name, nameMax), faults.name, nameMax)
    : null
  const homeAddress = filled(given.home)
    ? acceptedText(tellingHome(given.home, homeMax), faults.home, homeMax)
    : null
  const typed = readPastedAddress(given.address ?? '').address
  const destination =
    typed === '' ? { family: null, address: null } : await parseAddress(deps, typed)
  if (destination.address === null && name === null) throw new Refusal('book.nothing')
  return { label, kind: given.kind, ...destination, name, homeAddress }
}

function filled(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== ''
}

/** Parses an address and checks it as far as possible without a node. */
async function parseAddress(
  { database, register, nodes }: AddressBookDeps,
  typed: string,
): Promise<Pick<CounterpartyFacts, 'family' | 'address'>> {
  const family = /^0x/i.test(typed) ? 'evm' : 'bitcoin'
  const address =
    family === 'evm' ? typedEvmAddress(typed) : typedBitcoinAddress(nodes.network, typed)
  const key = family === 'evm' ? addressKey(address) : address
  if (register.assets.some(({ contract }) => contract === key)) {
    throw new Refusal('coin.address_kind')
  }
  if ((await ownersOf(database, family, [key])).size > 0) throw new Refusal('coin.address_own')
  return { family, address }
}

async function requireOwner(transaction: Transaction, { userId }: BookOwner): Promise<void> {
  if (!(await lockBook(transaction, userId))) throw new Refusal('session.invalid')
}

async function requireNew(
  transaction: Transaction,
  { userId }: BookOwner,
  facts: CounterpartyFacts & { readonly exceptId: number | null },
): Promise<void> {
  const twin = await findTwin(transaction, userId, facts)
  if (twin !== null) throw new Refusal('book.known', { label: twin.label })
}

/** After a theft, the owner asks when an entry was added, and from which network address. */
async function record(
  transaction: Transaction,
  { userId, clientAddress }: BookOwner,
  { event, counterpartyId }: { readonly event: string; readonly counterpartyId: number },
): Promise<void> {
  await recordSecurityEvent(transaction, {
    accountId: userId,
    kind: `counterparty.${event}`,
    clientAddress,
    details: { counterpartyId },
  })
}
