/** What happens to accounts: joining, signing in, starting funds, demo people. */
import { createHash } from 'node:crypto'
import { type Command, custodyAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { hashPassword, isPassword } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

const nameLengthMax = 100
const emailLengthMax = 254
const passwordLengthMin = 8
const passwordLengthMax = 128
const failuresMax = 10
const failureWindowMinutes = 15

/** One @, a dot in the domain, no blanks or control characters (DEC-27). */
const emailGrammar = /^[^\s@\p{C}]+@[^\s@\p{C}.]+(?:\.[^\s@\p{C}.]+)+$/u

/** Rp 50,000,000 and 0.02 BTC. */
export const startingFunds = [
  { currencyId: 1, amount: 5_000_000_000 },
  { currencyId: 2, amount: 2_000_000 },
] as const

const demoPeople = [
  { demoName: 'Sari', fullName: 'Sari Wulandari', role: 'trader' },
  { demoName: 'Budi', fullName: 'Budi Santoso', role: 'trader' },
  { demoName: 'Ratna', fullName: 'Ratna Operator', role: 'operator' },
] as const

export type Registration = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordConfirm: string
}

export type SignedIn = { readonly token: string; readonly userId: number }

export type AccountsOptions = {
  readonly database: Database
  readonly engine: Engine
  readonly sessions: Sessions
  readonly isSimulation: boolean
}

export type AccountsService = ReturnType<typeof createAccountsService>

export function createAccountsService({
  database,
  engine,
  sessions,
  isSimulation,
}: AccountsOptions) {
  const funds = isSimulation ? startingFunds : []

  /** Credits what is pending; each fund once, whatever happens in between. */
  async function bookFunds(userId: number | null): Promise<void> {
    for (const fund of await store.listPendingFunds(database, userId)) {
      const outcome = await engine.submit(fundCommand(fund), fundCommandId(fund.fundId))
      if (outcome.status === 'accepted') await store.markFundBooked(database, fund.fundId)
    }
  }

  return {
    /** Makes an account (SRV-13); refuses with the code of the first fault. */
    async register(registration: Registration): Promise<number> {
      const fullName = registration.name.normalize('NFC').trim()
      const email = registration.email.trim()
      checkRegistration(fullName, email, registration)
      const passwordHash = await hashPassword(registration.password)
      const user = { fullName, email, emailKey: emailKeyOf(email), passwordHash }
      const userId = await store.insertUser(database, user, funds)
      if (userId === null) throw new Refusal('register.email_taken')
      await bookFunds(userId)
      return userId
    },

    /** Opens a session for the right password; the same refusal for all that is wrong (ATT-17). */
    async signIn(email: string, password: string): Promise<SignedIn> {
      const emailKey = emailKeyOf(email)
      if (password.length > passwordLengthMax) throw new Refusal('login.failed')
      if ((await store.countFailures(database, emailKey, failureWindowMinutes)) >= failuresMax) {
        throw new Refusal('login.too_many')
      }
      const known = await store.findCredentials(database, emailKey)
      if (!(await isPassword(known?.passwordHash ?? null, password)) || known === null) {
        await store.insertFailure(database, emailKey)
        throw new Refusal('login.failed')
      }
      await store.deleteFailures(database, emailKey)
      return { token: await sessions.open(known.userId), userId: known.userId }
    },

    findUser: (userId: number) => store.findUser(database, userId),

    listDemoPeople: () => store.listDemoPeople(database),

    /** Signs in as a demo person; null is the first trader. */
    async enterAsDemo(name: string | null): Promise<SignedIn> {
      const people = await store.listDemoPeople(database)
      const wanted = name?.toLowerCase() ?? null
      const person = people.find((one) => wanted === null || one.name.toLowerCase() === wanted)
      if (person === undefined) throw new Refusal('person.unknown')
      return { token: await sessions.open(person.userId), userId: person.userId }
    },

    /** Makes the demo people that are missing, and books funds that a crash left pending. */
    async prepare(): Promise<void> {
      if (isSimulation) {
        for (const { demoName, fullName, role } of demoPeople) {
          const email = `${demoName.toLowerCase()}@demo.tukar.example`
          const user = { fullName, email, emailKey: emailKeyOf(email), passwordHash: null }
          await store.insertUser(database, { ...user, demoName, role }, funds)
        }
      }
      await bookFunds(null)
    },

    sweep: () => store.sweep(database),
  }
}

/** All spellings of an address that reach one mailbox owner count as one: case is folded (ATT-16). */
function emailKeyOf(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

function checkRegistration(fullName: string, email: string, registration: Registration): void {
  const { password, passwordConfirm } = registration
  const hasControl = /[\p{Cc}\p{Cf}]/u.test(fullName)
  if (fullName === '' || fullName.length > nameLengthMax || hasControl)
    throw new Refusal('register.name')
  if (email.length > emailLengthMax || !emailGrammar.test(email))
    throw new Refusal('register.email')
  if (password.length > passwordLengthMax) {
    throw new Refusal('register.password_long', { max: passwordLengthMax })
  }
  if (password.length < passwordLengthMin) throw new Refusal('register.password_short')
  if (!/\p{Lu}/u.test(password) || !/\d/.test(password)) throw new Refusal('register.password_weak')
  if (password !== passwordConfirm) throw new Refusal('register.password_mismatch')
}

function fundCommand(fund: store.StartingFund): Command {
  return {
    kind: 'credit',
    accountId: fund.userId,
    currencyId: fund.currencyId,
    amount: currencyUnits(fund.amount),
    railId: custodyAccounts.simulation,
    reason: 'starting_fund',
    source: `starting_fund:${fund.fundId}`,
  }
}

/** An id made from the row: the same fund is never credited twice. */
function fundCommandId(fundId: number) {
  const digest = createHash('sha256').update(`starting_fund:${fundId}`).digest()
  const word = (place: number): number => digest.readUInt32BE(place * 4)
  return {
    scope: 0,
    words: [word(0), word(1), word(2), word(3)],
    body: [word(4), word(5)],
  } as const
}
