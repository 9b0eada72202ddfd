/** The console's own calls: the operator, the overview, the audit log and the display of users. */
import { formatUnits } from '@tukar/money'
import { calls, type DeskMe, type DeskOverview, type DeskRevealed, deskRoles } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { registerAudit } from './audit-routes.ts'
import type { ChainWatch } from './chain-watch.ts'
import type { Desk, MoneyFigures } from './desk.ts'
import { registerChanges } from './changes/routes.ts'
import { deskRoute } from './desk-route.ts'
import { showPerson } from './operators.ts'
import { registerOperators } from './operator-routes.ts'
import { registerPasskeys } from './passkeys/passkey-routes.ts'

const rupiahDecimals = 2

/** A bank account with its whole number. */
export type ShownAccount = {
  readonly bankName: string
  readonly holderName: string
  readonly number: string
}

export type DeskRoutes = {
  readonly desk: Desk
  readonly chain: ChainWatch
  /** The name beside a passkey in authenticators; missing if the exchange has no other name. */
  readonly product?: string | undefined
  /** The bank account of a user, with its whole number; null if none is saved. */
  readonly bankAccountOf: (
    userId: number,
  ) => Promise<(ShownAccount & { readonly isLocked: boolean }) | null>
  /**
   * The bank account of a user's withdrawal, whatever is saved now; null if the user has no such withdrawal.
   */
  readonly payoutAccountOf: (userId: number, withdrawalId: number) => Promise<ShownAccount | null>
}

/** Serves `/desk/me`, `/desk/overview`, `/desk/audit`, `/desk/reveal`, `/desk/operators`, `/desk/changes`. */
export function registerDeskRoutes(http: HttpHost, deps: DeskRoutes): void {
  const { desk } = deps
  deskRoute(http, desk, calls.deskMe, deskRoles, async ({ request, operator }) => {
    const { operatorId, name, roles } = operator
    return success(request, { data: { user_id: operatorId, name, roles } satisfies DeskMe })
  })

  deskRoute(http, desk, calls.deskOverview, deskRoles, async ({ request }) => {
    const [queues, figures, more] = await Promise.all([
      desk.queues(),
      desk.cachedMoney(),
      desk.more(),
    ])
    const data = { queues, ...moneyRow(figures), ...more } satisfies DeskOverview
    return success(request, { data })
  })

  registerAudit(http, desk, deps.chain)
  registerShowing(http, deps)
  registerOperators(http, desk)
  registerChanges(http, desk)
  registerPasskeys(http, desk, deps.product)
}

function registerShowing(
  http: HttpHost,
  { desk, bankAccountOf, payoutAccountOf }: DeskRoutes,
): void {
  deskRoute(http, desk, calls.revealPerson, deskRoles, async ({ request, operator, input }) => {
    const { user_id: askedId, reason, withdrawal_id: withdrawalId } = input
    const { userId, name, email } = await showPerson(desk, operator, askedId, reason)
    const account = await bankAccountOf(userId)
    const paidTo = withdrawalId === undefined ? null : await payoutAccountOf(userId, withdrawalId)
    const bank = account === null ? null : { ...bankRow(account), data_lock: account.isLocked }
    const payoutBank = paidTo === null ? null : bankRow(paidTo)
    return success(request, {
      data: { user_id: userId, name, email, bank, payout_bank: payoutBank } satisfies DeskRevealed,
    })
  })
}

function bankRow({ bankName, holderName, number }: ShownAccount) {
  return { name: bankName, ac_name: holderName, ac_number: number }
}

function moneyRow({ gatewayBalance, ledgerBalance, inFlight }: MoneyFigures) {
  const text = (units: number | null) =>
    units === null ? null : formatUnits(units, rupiahDecimals)
  const isKnown = gatewayBalance !== null && ledgerBalance !== null
  return {
    gateway_balance: text(gatewayBalance),
    ledger_balance: text(ledgerBalance),
    difference: text(isKnown ? gatewayBalance - ledgerBalance : null),
    in_flight: text(inFlight),
  }
}
