/** Saving the bank account that a person's rupiah goes to (DEC-96 to DEC-99, SRV-27). */
import { digitsTyped } from '@tukar/i18n/inputs'
import type { Bank, BankGateway } from '../../adapters/bank-gateway/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { parseLine } from '../../platform/text/plain-text.ts'
import {
  type Client,
  findContacts,
  freshMinutes,
  isDemoPerson,
  tellOwner,
  type TellingParts,
} from '../accounts/index.ts'
import { maskedName } from '../desk/index.ts'
import { verifiedNameOf } from '../kyc/index.ts'
import type { BankAccountSettings } from '../../platform/config/bank-account-settings.ts'
import { lockBankAccount } from './lock.ts'
import { isSameName } from './names.ts'
import { shownAccount } from './shown-account.ts'
import {
  type BankAccount,
  bankAccountOf,
  holdBankAccount,
  isSavedBy,
  writeBankAccount,
} from './store.ts'

const numberGrammar = /^\d{5,20}$/
const holderLengthMin = 2
const holderLengthMax = 100
/** Where the gateway is away and no list is kept: about when to ask again. */
const listRetrySeconds = 10

export type BankAccountParts = TellingParts & {
  readonly database: Database
  readonly keys: Keys
  readonly gateway: Pick<BankGateway, 'listBanks'>
  readonly rules: BankAccountSettings
}

/** What a person wants saved, as it was typed. */
export type NewBankAccount = {
  readonly bankName: string
  readonly holderName: string
  readonly number: string
}

/** Who saves: `isFresh` where the session is young enough for a change. */
export type Saver = {
  readonly userId: number
  readonly client: Client
  readonly isFresh: () => Promise<boolean>
}

/** The banks of the gateway; refuses `bank.list_unavailable`. */
export async function listBanks({
  gateway,
}: Pick<BankAccountParts, 'gateway'>): Promise<readonly Bank[]> {
  const answer = await gateway.listBanks()
  if (answer.status === 'done') return answer.value
  throw new Refusal('bank.list_unavailable', {}, listRetrySeconds)
}

/**
 * Saves a person's bank account and tells him. A change holds his withdrawals for a day and wants a fresh
 * session; the first account does neither, and saving the same again does nothing. Refuses `bank.locked`,
 * `bank.demo_person`, `bank.unknown`, `bank.number`, `bank.holder…`, `bank.holder_differs`, `bank.sign_in_again`.
 */
export async function saveBankAccount(
  parts: BankAccountParts,
  saver: Saver,
  input: NewBankAccount,
): Promise<void> {
  const { database, rules } = parts
  // Told first: whoever cannot change anything need not mend his entries.
  requireUnlocked(await bankAccountOf(database, saver.userId))
  const account = checked(await listBanks(parts), input)
  // A demo person is many people: his account is saved once, under his own name, and stays.
  const isDemo = await isDemoPerson(database, saver.userId)
  const verifiedName = isDemo
    ? ((await findContacts(database, [saver.userId])).get(saver.userId)?.name ?? null)
    : rules.nameMustMatch
      ? await verifiedNameOf(parts, saver.userId)
      : null
  if (verifiedName !== null && !isSameName(verifiedName, account.holderName)) {
    throw new Refusal('bank.holder_differs', { name: maskedName(verifiedName) })
  }
  const isFresh = await saver.isFresh()
  await inTransaction(database, async (transaction) => {
    const held = await holdBankAccount(transaction, saver.userId)
    if (held === null) throw new Refusal('session.invalid')
    requireUnlocked(held.account)
    const isKept = held.account !== null && isSame(held.account, account)
    if (isKept && (await isSavedBy(transaction, parts.keys, saver.userId, held.account))) return
    if (held.account !== null && isDemo) throw new Refusal('bank.demo_person')
    if (held.account !== null && !isFresh) {
      throw new Refusal('bank.sign_in_again', { minutes: freshMinutes })
    }
    await writeBankAccount(transaction, parts.keys, saver.userId, account)
    const params = shownAccount(account)
    const kind = held.account === null ? 'bank_saved' : 'bank_changed'
    const event = held.account === null ? 'bank.saved' : 'bank.changed'
    const notice = { accountId: saver.userId, kind, params } as const
    const told = { notice, event, client: saver.client, details: params }
    await tellOwner(parts, transaction, told)
    if (rules.lockOn === 'first-save') await lockBankAccount(transaction, saver.userId)
  })
}

function requireUnlocked(account: BankAccount | null): void {
  if (account?.isLocked === true) throw new Refusal('bank.locked')
}

type Checked = Omit<BankAccount, 'isLocked'>

/** What was typed, against the list: the code comes from there, never from the client (DEC-99). */
function checked(banks: readonly Bank[], input: NewBankAccount): Checked {
  const name = input.bankName.trim()
  const bank = banks.find((one) => one.name === name && one.canDisburse)
  if (bank === undefined) throw new Refusal('bank.unknown')
  const read = parseLine(input.holderName, holderLengthMax)
  if (!read.ok && read.fault.kind === 'letter') {
    throw new Refusal('bank.holder_letter', { letter: read.fault.letter })
  }
  if (!read.ok && read.fault.kind === 'long') {
    throw new Refusal('bank.holder_long', { max: holderLengthMax })
  }
  const holderName = read.ok ? read.text : null
  if (holderName === null || Array.from(holderName).length < holderLengthMin) {
    throw new Refusal('bank.holder', { min: holderLengthMin })
  }
  const number = digitsTyped(input.number)
  if (!numberGrammar.test(number)) throw new Refusal('bank.number')
  return { bankCode: bank.code, bankName: bank.name, holderName, number }
}

function isSame(known: Checked, other: Checked): boolean {
  return (
    known.bankCode === other.bankCode &&
    known.number === other.number &&
    known.holderName === other.holderName
  )
}
