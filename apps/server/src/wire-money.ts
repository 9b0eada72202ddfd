/** Wires rupiah: the bank gateway, users' bank accounts, deposits and withdrawals. */
import {
  createBankGateway,
  createBankTopUp,
  methodsOf,
  openLocalBank,
} from './adapters/bank-gateway/index.ts'
import type { AccountsDeps } from './modules/accounts/index.ts'
import {
  giveDemoAccounts,
  registerBankAccountDesk,
  registerBankAccountRoutes,
} from './modules/bank-account/index.ts'
import type { Eligibility } from './modules/agreement/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import type { LiveSettings } from './modules/settings/index.ts'
import {
  liveRupiahLimits,
  openRupiah,
  ppmOfPercent,
  type Rupiah,
  type RupiahDefaults,
  type RupiahLimits,
  rupiahId,
} from './modules/wallets/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { HttpHost } from './platform/http/host.ts'
import { type Gauge, healthGauge } from './platform/metrics/metrics.ts'

export type MoneyWiring = AccountsDeps & {
  readonly settings: Settings
  readonly http: HttpHost
  readonly desk: Desk
  readonly addGauges: (gauges: readonly Gauge[]) => void
  readonly gate: Eligibility
  readonly isClosed: () => boolean
  readonly listing: Listing
  readonly live: LiveSettings
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

export type MoneyWired = Pick<Rupiah, 'sweep'> & { readonly limits: RupiahLimits }

/** Serves the calls and starts the worker; without a configured gateway it uses the simulated bank. */
export async function wireMoney(deps: MoneyWiring): Promise<MoneyWired> {
  const { settings, http, listing, onStop, isSimulation } = deps
  const ending = new AbortController()
  const bankDeps = { ...deps, signal: ending.signal }
  const gateway = createBankGateway(bankDeps)
  deps.addGauges([
    healthGauge('tukar_bank_gateway_state', 'The bank gateway', () => gateway.health()),
  ])
  deps.desk.addCounterparty('gateway', () => gateway.health())
  if (isSimulation) await giveDemoAccounts(deps)
  registerBankAccountRoutes(http, { ...deps, gateway, rules: settings.bankAccount })
  registerBankAccountDesk(http, deps.desk, deps)
  const local = await openLocalBank(bankDeps)
  onStop(async () => local?.stop())
  const limits = liveRupiahLimits(deps.live, defaultsOf(settings))
  const rupiah = await openRupiah(http, deps.desk, {
    ...deps,
    gateway,
    methods: methodsOf(settings),
    limits,
    bankAccountRules: settings.bankAccount,
    feePpm: () => ppmOfPercent(listing.currency(rupiahId)?.withdrawalFee ?? '0'),
    openness() {
      const currency = listing.currency(rupiahId)
      return {
        deposits: currency?.areDepositsOpen === true,
        withdrawals: currency?.areWithdrawalsOpen === true,
      }
    },
    topUp: isSimulation ? createBankTopUp(bankDeps, local) : null,
  })
  onStop(() => rupiah.stop())
  // Stopped first, so that nothing waits for a gateway that does not answer.
  onStop(async () => ending.abort())
  return { sweep: () => rupiah.sweep(), limits }
}

/** The defaults of the settings that operators can change. */
function defaultsOf({ rupiah, bank, ...settings }: Settings): RupiahDefaults {
  const { withdrawalHoldHours: holdHours, firstTimeHolds } = settings
  return { ...rupiah, payoutFee: bank.payoutFee, holdHours, firstTimeHolds }
}
