/** The dependencies of changes of users' accounts, and their common checks. */
import { peopleDeskTexts } from '@tukar/i18n/server'
import type { Engine } from '../../../engine/index.ts'
import type { Database } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { isSuspended, type Sessions } from '../../accounts/index.ts'
import { listBalances } from '../../balances/index.ts'
import { maskedName, type Operator, type LocalText, createLocalText } from '../../desk/index.ts'
import { amountText, type Listing } from '../../markets/index.ts'
import { findKnownPerson, type KnownPerson } from '../store.ts'
import type { ValueOf } from '../valuing.ts'

export type UserChangeDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit'>
  readonly sessions: Pick<Sessions, 'forget'>
  readonly keys: Keys
  readonly mail: Mail
  /** The origin of our pages, without a slash at the end. */
  readonly origin: string
  readonly listing: Listing
  readonly valueOf: ValueOf
  /** The general daily withdrawal limit of a currency in units; null if it has none. */
  readonly usualDailyOf: (currencyId: number) => number | null
}

export const words = createLocalText(peopleDeskTexts)

/**
 * The user of a change; refuses `desk.person_unknown`, `user.own_account`, and `user.demo_person` because
 * many people share a demo person.
 */
export async function personOf(
  { database, keys }: Pick<UserChangeDeps, 'database' | 'keys'>,
  userId: number,
  { operatorId }: Pick<Operator, 'operatorId'>,
): Promise<KnownPerson> {
  if (userId === operatorId) throw new Refusal('user.own_account')
  const person = await findKnownPerson(database, userId)
  if (person === null) throw new Refusal('desk.person_unknown')
  if (person.isDemo) throw new Refusal('user.demo_person')
  return { ...person, isSuspended: await isSuspended(database, keys, userId) }
}

/** A user in the texts of changes: the id and the masked name. */
export function named({ userId, name }: KnownPerson): LocalText {
  return words('person', { id: userId, name: maskedName(name) })
}

/** The balances of an account, in rupiah at the last prices. */
export async function holdingsOf(
  { database, valueOf }: Pick<UserChangeDeps, 'database' | 'valueOf'>,
  userId: number,
): Promise<LocalText> {
  const balances = await listBalances(database, userId)
  let sum = 0
  for (const { currencyId, available, held } of balances) {
    const value = valueOf(currencyId, available + held)
    if (value === null) return words('unknownValue')
    sum += value
  }
  return words('aboutValue', { value: rupiahText(sum) })
}

const rupiahDecimals = 2
const unitsOfRupiah = 100

/** Whole rupiah, rounded down: "Rp 1.650.000". */
export function rupiahText(units: number): string {
  return amountText(units - (units % unitsOfRupiah), 'IDR', rupiahDecimals)
}
