/** Wires notifications, the contact form, news, uploads and the deletion of accounts. */
import type { Engine } from './engine/index.ts'
import type { MarketData } from './market-data/port.ts'
import { createDeletions, registerDeletion, type Sessions } from './modules/accounts/index.ts'
import { deleteBankAccountOf } from './modules/bank-account/index.ts'
import { forgetIdentity, registerBonusRoutes } from './modules/bonus/index.ts'
import { deleteMessagesOf, registerContactRoutes, sweepMessages } from './modules/contact/index.ts'
import { deletePersonData } from './modules/kyc/index.ts'
import { minimumSaleOf, type Listing } from './modules/markets/index.ts'
import { registerNewsRoutes, seedArticles } from './modules/news/index.ts'
import {
  deleteNoticesOf,
  registerNotificationRoutes,
  startNotifier,
  sweepNotices,
} from './modules/notifications/index.ts'
import type { LiveSettings } from './modules/settings/index.ts'
import { deleteFilesOf, registerUploadRoutes } from './modules/uploads/index.ts'
import {
  findAccountHold,
  deleteCounterpartiesOf,
  deleteDepositFilesOf,
  openTransfersOf,
} from './modules/wallets/index.ts'
import type { Database } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'
import type { Log } from './platform/logging/log.ts'
import type { Mail } from './platform/mail/mail.ts'
import type { Keys } from './platform/secrets/keys.ts'
import type { Realtime } from './realtime/index.ts'

export type BasicsWiring = {
  readonly http: HttpHost
  readonly database: Database
  readonly databaseUrl: string
  readonly engine: Engine
  readonly log: Log
  readonly isSimulation: boolean
  readonly keys: Keys
  readonly mail: Mail
  /** The operator's address. */
  readonly contactEmail: string
  readonly listing: Listing
  readonly marketData: MarketData
  readonly sessions: Sessions
  readonly realtime: Realtime
  readonly live: LiveSettings
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

export type Basics = {
  /** Deletes old data, and completes what a crash interrupted. */
  sweep(): Promise<void>
}

/** Serves the calls; interrupted deletions are completed first. */
export async function wireBasics(deps: BasicsWiring): Promise<Basics> {
  const { http, database, sessions, listing, realtime } = deps
  const scaleOf = (marketId: number) => listing.market(marketId)?.scale
  registerNotificationRoutes(http, { ...deps, guard: sessions, scaleOf })
  const { isListening, notifyUser } = realtime
  deps.onStop(startNotifier({ ...deps, scaleOf, isListening, send: notifyUser }))
  registerContactRoutes(http, { ...deps, guard: sessions })
  if (deps.isSimulation) await seedArticles(database, Date.now())
  registerNewsRoutes(http, { database, guard: sessions })
  registerBonusRoutes(http, { ...deps, guard: sessions, clock: Date.now })
  await registerUploadRoutes(http, { database, guard: sessions })
  const deletions = deletionsOf(deps)
  await deletions.resume(0)
  registerDeletion(http, { database, deletions, sessions })
  return {
    async sweep() {
      await sweepNotices(database)
      await sweepMessages(database)
      await deletions.resume()
    },
  }
}

function deletionsOf(deps: BasicsWiring) {
  const { listing, marketData, mail } = deps
  return createDeletions({
    ...deps,
    countOpenTransfers: (userId) => openTransfersOf(deps.database, userId),
    isHeld: async (userId) => (await findAccountHold(deps.database, deps.keys, userId)) !== null,
    currencyOf: (currencyId) => listing.currency(currencyId),
    minimumSaleOf: (currencyId) =>
      minimumSaleOf(
        listing.markets(),
        ({ marketId, referencePrice }) => marketData.ticker(marketId).lastPrice ?? referencePrice,
        currencyId,
      ),
    async onDeleted(client, { userId, email, fullName, language }) {
      const params = { name: fullName }
      await mail.send(client, { to: email, language, template: 'account_deleted', params })
      await deleteNoticesOf(client, userId)
      await deleteMessagesOf(client, email)
      await deleteFilesOf(client, userId)
      await deleteDepositFilesOf(client, userId)
      await deleteBankAccountOf(client, userId)
      await deleteCounterpartiesOf(client, userId)
      await forgetIdentity(client, userId)
      await deletePersonData(client, userId)
    },
  })
}
