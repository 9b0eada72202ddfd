/** Searching and opening users for operators (ATT-104): masked, recorded, and limited per hour. */
import { emailKeyOf, namePrefixLengthMin, rowNumber } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'
import { audit, maskedEmail, maskedName, type Operator } from '../desk/index.ts'
import {
  findKnownPerson,
  type FoundPerson,
  holdOpening,
  type KnownPerson,
  seekPeople,
  type Sought,
  wasOpened,
} from './store.ts'

/** The hourly limit of an operator's searches and opened users, so that nobody reads through all users. */
const accessesPerHourMax = 60
const operatorsMax = 1_000
/** A search with more results needs a longer name. */
const resultsMax = 20

export type Finder = ReturnType<typeof createFinder>

/** Creates the search of users; it counts per operator. */
export function createFinder(database: Database) {
  const limit = () =>
    createKeyedLimit<number>(accessesPerHourMax, accessesPerHourMax / 3_600, operatorsMax)
  const [mayFind, mayOpen] = [limit(), limit()]
  const count = (may: typeof mayFind, { operatorId }: Operator): void => {
    if (!may(operatorId, performance.now())) {
      throw new Refusal('desk.too_many_looks', { max: accessesPerHourMax })
    }
  }
  return {
    /**
     * Finds users by whole address, id or start of a name; the search is recorded. Refuses
     * `desk.too_many_looks`, `desk.prefix_short` and `desk.person_unknown`.
     */
    async find(operator: Operator, query: string): Promise<readonly FoundPerson[]> {
      count(mayFind, operator)
      const sought = soughtOf(query)
      const found = await seekPeople(database, sought, resultsMax)
      const [only] = found
      const several = found.length > 1 ? `user:${found.length} of them` : 'user:none'
      const subject = only !== undefined && found.length === 1 ? `user:${only.userId}` : several
      await inTransaction(database, (transaction) =>
        audit.record(transaction, {
          operatorId: operator.operatorId,
          action: 'person.find',
          subject,
          reason: maskedSought(sought),
        }),
      )
      if (found.length === 0) throw new Refusal('desk.person_unknown')
      return found
    },

    /**
     * Opens an account for an operator; recorded once an hour. Refuses `desk.too_many_looks` and
     * `desk.person_unknown`.
     */
    async open(operator: Operator, id: string): Promise<KnownPerson> {
      const userId = rowNumber(id) ?? 0
      const person = await findKnownPerson(database, userId)
      if (person === null) throw new Refusal('desk.person_unknown')
      const { operatorId } = operator
      const subject = `user:${userId}`
      if (await wasOpened(database, operatorId, subject)) return person
      // The page makes several calls for a user at once: they count as one access.
      await inTransaction(database, async (transaction) => {
        await holdOpening(transaction, operatorId, subject)
        if (await wasOpened(transaction, operatorId, subject)) return
        count(mayOpen, operator)
        await audit.record(transaction, { operatorId, action: 'person.open', subject, reason: '' })
      })
      return person
    },
  }
}

function soughtOf(query: string): Sought {
  const text = query.trim()
  if (text.includes('@')) return { by: 'email', value: emailKeyOf(text) }
  const number = rowNumber(text)
  if (number !== null) return { by: 'number', value: number }
  if (Array.from(text).length < namePrefixLengthMin) {
    throw new Refusal('desk.prefix_short', { least: namePrefixLengthMin })
  }
  return { by: 'name', value: text.toLowerCase() }
}

/** The search text for the audit log, masked so that it does not reveal the searched person. */
function maskedSought(sought: Sought): string {
  if (sought.by === 'number') return `${sought.value}`
  return sought.by === 'email' ? maskedEmail(sought.value) : maskedName(sought.value)
}
