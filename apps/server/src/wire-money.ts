/** Wires money in and out: the bank gateway, people's bank accounts, deposits and withdrawals. */
import { type BankGateway, createXenditGateway, methodsAt } from './adapters/bank-gateway/index.ts'
import type { AccountsParts } from './modules/accounts/index.ts'
import { registerBankAccountDesk, registerBankAccountRoutes } from './modules/bank-account/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import {
  openRupiah,
  ppmOfPercent,
  type Rupiah,
  type RupiahLimits,
  rupiahId,
  unitsOf,
} from './modules/wallets/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { HttpHost } from './platform/http/host.ts'

export type MoneyParts = AccountsParts & {
  readonly settings: Settings
  readonly http: HttpHost
  readonly desk: Desk
  readonly listing: Listing
  /** Takes what ends a part, as soon as that part has begun. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Where the simulation's own bank is, below our own address. */
const localBankPath = '/simulation/bank'

/** Serves the calls and starts the machine. */
export async function wireMoney(parts: MoneyParts): Promise<Pick<Rupiah, 'sweep'>> {
  const { settings, http, listing, onStop } = parts
  const gateway = gatewayOf(parts)
  registerBankAccountRoutes(http, { ...parts, gateway })
  registerBankAccountDesk(http, parts.desk, parts)
  const rupiah = await openRupiah(http, {
    ...parts,
    gateway,
    methods: methodsAt({}),
    limits: limitsOf(settings),
    feePpm: () => ppmOfPercent(listing.currency(rupiahId)?.withdrawalFee ?? '0'),
    topUp: null,
  })
  onStop(() => rupiah.stop())
  return rupiah
}

function gatewayOf({ settings, http, onStop }: MoneyParts): BankGateway {
  const ending = new AbortController()
  onStop(async () => ending.abort())
  const { bank, port } = settings
  const ownUrl = (): string => {
    const address = http.server.address()
    const ownPort = address === null || typeof address === 'string' ? port : address.port
    return `http://127.0.0.1:${ownPort}${localBankPath}`
  }
  return createXenditGateway({
    baseUrl: () => bank.url ?? ownUrl(),
    key: bank.key,
    callbackToken: bank.callbackToken,
    signal: ending.signal,
  })
}

/** The limits of the settings, in units. */
function limitsOf({ rupiah, bank, withdrawalHoldHours }: Settings): RupiahLimits {
  return {
    depositMin: unitsOf(rupiah.depositMin),
    depositMax: unitsOf(rupiah.depositMax),
    depositHours: rupiah.depositHours,
    withdrawalMin: unitsOf(rupiah.withdrawalMin),
    withdrawalMax: unitsOf(rupiah.withdrawalMax),
    withdrawalDaily: unitsOf(rupiah.withdrawalDaily),
    reviewFrom: unitsOf(rupiah.withdrawalReviewFrom),
    payoutFee: unitsOf(bank.payoutFee),
    holdHours: withdrawalHoldHours,
  }
}
