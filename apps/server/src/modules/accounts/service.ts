/** What happens to accounts: joining, signing in, starting funds, demo people. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Log } from '../../platform/logging/log.ts'
import { bookFunds } from './funds.ts'
import { hashPassword, isPassword, turnRanks } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'

const nameLengthMax = 100
const emailLengthMax = 254
const passwordLengthMin = 8
const passwordLengthMax = 128
/** Attempts of one client for one address; only that pair is refused beyond it (ATT-05). */
const attemptsMax = 10
const attemptWindowMinutes = 15
/** Attempts of all clients for one address; beyond it each is slowed down, none is refused. */
const attemptsBeforeDelay = 100
const attemptDelayMs = 2_000

/** One @, a dot in the domain, nothing blank, invisible or unassigned (DEC-27). */
const emailGrammar = /^[^\s@\p{C}\p{DI}]+@[^\s@\p{C}\p{DI}.]+(?:\.[^\s@\p{C}\p{DI}.]+)+$/u
/** Controls, marks of direction, halves of surrogate pairs. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}]/u
/** What leaves no ink: fillers as U+3164, blanks as U+2800, marks without a letter. */
const inkless = /[\p{DI}\p{Z}\p{M}\u2800]/gu

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
  readonly clientAddress: string
}

export type SignedIn = { readonly token: string; readonly userId: number }

export type AccountsOptions = {
  readonly database: Database
  readonly engine: Engine
  readonly log: Log
  readonly sessions: Sessions
  readonly isSimulation: boolean
}

export type AccountsService = ReturnType<typeof createAccountsService>

export function createAccountsService({
  database,
  engine,
  log,
  sessions,
  isSimulation,
}: AccountsOptions) {
  const parts = { database, engine, log }
  const funds = isSimulation ? startingFunds : []

  return {
    /** Makes an account (SRV-13); refuses with the code of the first fault. */
    async register(registration: Registration): Promise<number> {
      const fullName = registration.name.normalize('NFC').trim()
      const email = registration.email.trim()
      checkRegistration(fullName, email, registration)
      const passwordHash = await hashPassword(registration.password, registration.clientAddress)
      const user = { fullName, email, emailKey: emailKeyOf(email), passwordHash }
      const userId = await store.insertUser(database, user, funds)
      if (userId === null) throw new Refusal('register.email_taken')
      await bookFunds(parts, userId)
      return userId
    },

    /**
     * Opens a session for the right password; the same refusal for all that is wrong (ATT-17). Refuses
     * `login.too_many` for this client and address alone (ATT-05), `login.busy` (ATT-18).
     */
    async signIn(email: string, password: string, clientAddress: string): Promise<SignedIn> {
      if (!isEmail(email.trim()) || password.length > passwordLengthMax) {
        throw new Refusal('login.failed')
      }
      const attempt = { emailKey: emailKeyOf(email), clientAddress }
      const attempts = await store.claimAttempt(
        database,
        attempt,
        attemptsMax,
        attemptWindowMinutes,
      )
      if (attempts === null) throw new Refusal('login.too_many')
      const known = await verified(database, attempt, password, attempts).catch(
        async (error: unknown) => {
          await store.releaseAttempt(database, attempt)
          throw error
        },
      )
      if (known === null) throw new Refusal('login.failed')
      await store.deleteAttempts(database, attempt)
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
      await bookFunds(parts, null)
    },

    /** Removes what is over, and books funds that are still pending. */
    async sweep(): Promise<void> {
      await store.sweep(database, attemptWindowMinutes)
      await bookFunds(parts, null)
    },
  }
}

/** The owner of the address if the password is right, else null; the attempt is claimed already. */
async function verified(
  database: Database,
  attempt: store.Attempt,
  password: string,
  attempts: number,
) {
  const { emailKey, clientAddress } = attempt
  const all = await store.countAttempts(database, emailKey, attemptWindowMinutes)
  if (all > attemptsBeforeDelay) await delay(attemptDelayMs)
  const known = await store.findCredentials(database, emailKey)
  const passwordHash = known?.passwordHash ?? null
  const [first, again] =
    passwordHash === null
      ? [turnRanks.stranger, turnRanks.strangerAgain]
      : [turnRanks.owner, turnRanks.ownerAfterFailures]
  const turn = { clientAddress, rank: attempts > 1 ? again : first }
  return (await isPassword(passwordHash, password, turn)) ? known : null
}

/** All spellings of an address that reach one mailbox owner count as one: case is folded (ATT-16). */
function emailKeyOf(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/** An address as it was sent and as it is folded: folding may make it longer or bring in blanks. */
function isEmail(email: string): boolean {
  return [email, emailKeyOf(email)].every(
    (text) => text.length <= emailLengthMax && emailGrammar.test(text),
  )
}

function checkRegistration(fullName: string, email: string, registration: Registration): void {
  const { password, passwordConfirm } = registration
  const isBlank = fullName.replaceAll(inkless, '') === ''
  if (isBlank || fullName.length > nameLengthMax || unprintable.test(fullName))
    throw new Refusal('register.name')
  if (!isEmail(email)) throw new Refusal('register.email')
  if (password.length > passwordLengthMax) {
    throw new Refusal('register.password_long', { max: passwordLengthMax })
  }
  if (password.length < passwordLengthMin) throw new Refusal('register.password_short')
  if (!/\p{Lu}/u.test(password) || !/\d/.test(password)) throw new Refusal('register.password_weak')
  if (password !== passwordConfirm) throw new Refusal('register.password_mismatch')
}
