/** Demo people: accounts to try the exchange without registration, in a simulation alone. */
import { emailKeyOf } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Client } from '../sign-in/clients.ts'
import { listEverybodyToTry } from './demo-people-store.ts'
import { fundsOf } from '../deletion/funds.ts'
import type { AccountsDeps } from '../deps.ts'
import { roleTrials } from '../role-trials.ts'
import { setLanguage } from '../sign-in/sign-in-store.ts'
import { insertUser } from '../registration/registration-store.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import { requireProven } from '../user-proofs.ts'

const demoPeople = [
  { demoName: 'Sari', fullName: 'Sari Wulandari', role: 'trader' },
  { demoName: 'Budi', fullName: 'Budi Santoso', role: 'trader' },
  { demoName: 'Ratna', fullName: 'Ratna Operator', role: 'operator' },
  { demoName: 'Bayu', fullName: 'Bayu Operator', role: 'operator' },
  // Each of these has exactly one role of the console.
  ...roleTrials.map(({ demoName, fullName }) => ({
    demoName,
    fullName,
    role: 'operator' as const,
  })),
] as const

/** Creates the demo people that are missing. */
export async function makeDemoPeople(deps: AccountsDeps): Promise<void> {
  for (const { demoName, fullName, role } of demoPeople) {
    const email = `${demoName.toLowerCase()}@demo.tukar.example`
    const user = { fullName, email, emailKey: emailKeyOf(email), passwordHash: null }
    await insertUser(deps, { ...user, demoName, role }, fundsOf(deps))
  }
}

/**
 * Signs in as the demo person with this name; null means the first trader. Visitors share demo accounts, so
 * e-mails use the language of the last visitor.
 */
export async function enterAsDemo(
  deps: AccountsDeps,
  name: string | null,
  client: Client,
): Promise<SignedIn> {
  const { database, sessions } = deps
  const people = await listEverybodyToTry(database)
  const wanted = name?.toLowerCase() ?? null
  const person = people.find((one) => wanted === null || one.name.toLowerCase() === wanted)
  if (person === undefined) throw new Refusal('person.unknown')
  await requireProven(deps, person.userId)
  await setLanguage(database, person.userId, client.language)
  // A demo person has no device: the visitor's place counts as the place of registration.
  const where = { ...client, deviceSinceMs: null }
  return { token: await sessions.open(person.userId, where), userId: person.userId }
}
