/** The calls of the saved bank account and of the list of banks (API-17, API-66). */
import { bankAccountRow, bankRow, calls } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'
import { clientOf, isFreshSession, type Sessions } from '../accounts/index.ts'
import { type BankAccountDeps, listBanks, saveBankAccount } from './service.ts'
import { bankAccountOf } from './store.ts'

/**
 * Each attempt may send an e-mail, so attempts are limited: a burst per user, then one each half minute
 * (ATT-29).
 */
const savesAtOnce = 30
const saveIntervalSeconds = 30
const usersMax = 100_000

export type BankAccountRoutes = BankAccountDeps & { readonly sessions: Sessions }

/** Serves the calls. */
export function registerBankAccountRoutes(http: HttpHost, deps: BankAccountRoutes): void {
  const { database, sessions } = deps
  const maySave = createKeyedLimit<number>(savesAtOnce, 1 / saveIntervalSeconds, usersMax)
  route(http, sessions, calls.banks, async ({ request }) => {
    const banks = await listBanks(deps)
    return success(request, { data: { listsBank: banks.map(bankRow) } })
  })

  route(http, sessions, calls.bankAccount, async ({ request, userId }) => {
    const account = await bankAccountOf(database, userId)
    return success(request, { data: account === null ? null : bankAccountRow(account) })
  })

  route(http, sessions, calls.saveBankAccount, async ({ request, userId, input }) => {
    if (!maySave(userId, performance.now())) {
      throw new Refusal('request.rate', {}, saveIntervalSeconds)
    }
    const isFresh = () => isFreshSession(database, request)
    const saver = { userId, client: clientOf(request), isFresh }
    const { name: bankName, ac_name: holderName, ac_number: number } = input
    await saveBankAccount(deps, saver, { bankName, holderName, number })
    return success(request, {}, { code: 'bank.saved' })
  })
}
