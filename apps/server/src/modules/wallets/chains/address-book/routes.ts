/** The routes of the address book, with their wire names. */
import { calls, counterpartyRow } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { route } from '../../../../platform/http/route.ts'
import { createKeyedLimit } from '../../../../platform/limits/keyed-limit.ts'
import { clientOf, type Sessions } from '../../../accounts/index.ts'
import { commandUuid } from '../../../../platform/http/command-id.ts'
import {
  type AddressBookDeps,
  type BookOwner,
  changeCounterparty,
  removeCounterparty,
  saveCounterparty,
} from './service.ts'
import { readCounterparties } from './store.ts'

const writesAtOnce = 30
const writesPerSecond = 1 / 3
const usersMax = 100_000

/** Registers the routes; each user sees and changes only his own entries. */
export function registerAddressBook(
  http: HttpHost,
  deps: AddressBookDeps & { readonly sessions: Sessions },
): void {
  const { database, sessions } = deps
  const mayWrite = createKeyedLimit<number>(writesAtOnce, writesPerSecond, usersMax)
  const ownerOf = (request: FastifyRequest, userId: number): BookOwner => {
    if (!mayWrite(userId, performance.now())) throw new Refusal('request.rate')
    return { userId, clientAddress: clientOf(request).address }
  }
  route(http, sessions, calls.counterparties, async ({ request, userId }) => {
    const entries = await readCounterparties(database, userId)
    return success(request, { data: entries.map(counterpartyRow) })
  })
  route(http, sessions, calls.saveCounterparty, async ({ request, userId, input }) => {
    const owner = ownerOf(request, userId)
    const requestId = commandUuid(request.headers['idempotency-key'])
    const given = { ...input, home: input.home_address, requestId }
    const data = counterpartyRow(await saveCounterparty(deps, owner, given))
    return success(request, { data, command_id: requestId }, { code: 'book.saved' })
  })
  route(http, sessions, calls.changeCounterparty, async ({ request, userId, input }) => {
    const owner = ownerOf(request, userId)
    const given = { ...input, home: input.home_address, counterpartyId: Number(input.id) }
    const data = counterpartyRow(await changeCounterparty(deps, owner, given))
    return success(request, { data }, { code: 'book.changed' })
  })
  route(http, sessions, calls.removeCounterparty, async ({ request, userId, input }) => {
    await removeCounterparty(deps, ownerOf(request, userId), Number(input.id))
    return success(request, {}, { code: 'book.removed' })
  })
}
