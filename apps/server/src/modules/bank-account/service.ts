/** Saves the bank account that receives a user's rupiah (DEC-96 to DEC-99, SRV-27). */
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
  notifyOwner,
  type SecurityNoticeDeps,
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
/** The retry time that is named if the gateway is unavailable and no list is cached. */
const listRetrySeconds = 10

export type BankAccountDeps = SecurityNoticeDeps & {
  readonly database: Database
  readonly keys: Keys
  readonly gateway: Pick<BankGateway, 'listBanks'>
  readonly rules: BankAccountSettings
}

/** The bank account to save, as the user typed it. */
export type NewBankAccount = {
  readonly bankName: string
  readonly holderName: string
  readonly number: string
}

/** The user who saves; `isFresh` if the session is fresh enough for a change. */
export type Saver = {
  readonly userId: number
  readonly client: Client
  readonly isFresh: () => Promise<boolean>
}

/** The banks of the gateway; refuses `bank.list_unavailable`. */
export async function listBanks({
  gateway,
}: Pick<BankAccountDeps, 'gateway'>): Promise<readonly Bank[]> {
  const answer = await gateway.listBanks()
  if (answer.status === 'done') return answer.value
  throw new Refusal('bank.list_unavailable', {}, listRetrySeconds)
}

/**
 * Saves a user's bank account and notifies the user. A change pauses withdrawals for a day and needs a fresh
 * session. The first account needs neither, and saving the same account again does nothing. Refuses
 * `bank.locked`, `bank.demo_person`, `bank.unknown`, `bank.number`, `bank.holder…`, `bank.holder_differs` and
 * `bank.sign_in_again`.
 */
export async function saveBankAccount(
  deps: BankAccountDeps,
  saver: Saver,
  input: NewBankAccount,
): Promise<void> {
  const { database, rules } = deps
  // Checked first: a user who cannot change the account need not correct the input.
  requireUnlocked(await bankAccountOf(database, saver.userId))
  const account = checked(await listBanks(deps), input)
  // Many people share a demo person: its account is saved once, under its own name, and stays.
  const isDemo = await isDemoPerson(database, saver.userId)
  const verifiedName = isDemo
    ? ((await findContacts(database, [saver.userId])).get(saver.userId)?.name ?? null)
    : rules.nameMustMatch
      ? await verifiedNameOf(deps, saver.userId)
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
    if (isKept && (await isSavedBy(transaction, deps.keys, saver.userId, held.account))) return
    if (held.account !== null && isDemo) throw new Refusal('bank.demo_person')
    if (held.account !== null && !isFresh) {
      throw new Refusal('bank.sign_in_again', { minutes: freshMinutes })
    }
    await writeBankAccount(transaction, deps.keys, saver.userId, account)
    const params = shownAccount(account)
    const kind = held.account === null ? 'bank_saved' : 'bank_changed'
    const event = held.account === null ? 'bank.saved' : 'bank.changed'
    const notice = { accountId: saver.userId, kind, params } as const
    const securityNotice = { notice, event, client: saver.client, details: params }
    await notifyOwner(deps, transaction, securityNotice)
    if (rules.lockOn === 'first-save') await lockBankAccount(transaction, saver.userId)
  })
}

function requireUnlocked(account: BankAccount | null): void {
  if (account?.isLocked === true) throw new Refusal('bank.locked')
}

type Checked = Omit<BankAccount, 'isLocked'>

/**
 * Checks the input against the list of banks. The bank code comes from the list, never from the client
 * (DEC-99).
 */
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
