/** The bank gateway as the settings say: the one they name, or the local party within this process. */
import type { BankSettings } from '../../platform/config/bank-settings.ts'
import { SettingsError } from '../../platform/config/environment.ts'
import type { Database } from '../../platform/database/pool.ts'
import { addressOf } from '../../platform/http/front.ts'
import type { HttpHost } from '../../platform/http/host.ts'
import type { Log } from '../../platform/logging/log.ts'
import { type LocalBank, localBankRoot, registerLocalBank } from './local/index.ts'
import { type MethodFees, methodsAt, type PaymentMethod, readMethodFee } from './methods.ts'
import type { BankGateway } from './port.ts'
import { createTopUp, type TopUp } from './top-up.ts'
import { createXenditGateway } from './xendit.ts'

export type BankParts = {
  readonly settings: {
    readonly bank: BankSettings
    readonly product: string
    readonly publicUrl: string
  }
  readonly http: HttpHost
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
}

/** The gateway to call. Where the settings name none it is the local party, once this host listens. */
export function createBankGateway({ settings, http, signal }: BankParts): BankGateway {
  const { key, callbackToken } = settings.bank
  const stopping = signal === undefined ? {} : { signal }
  return createXenditGateway({
    baseUrl: baseUrlOf(settings, http),
    key,
    callbackToken,
    ...stopping,
  })
}

/** How a simulation puts money into its bank before a payout of starting funds. */
export function createBankTopUp(
  { settings }: Pick<BankParts, 'settings'>,
  local: LocalBank | null,
): TopUp {
  return local === null ? createTopUp(() => settings.bank.url) : local.topUp
}

/** Serves the local party where the settings name no gateway; null where they do. */
export async function openLocalBank({
  settings,
  http,
  database,
  log,
}: BankParts & { readonly database: Database; readonly log: Log }): Promise<LocalBank | null> {
  const { bank, product, publicUrl } = settings
  if (bank.url !== null) return null
  return registerLocalBank(http, {
    ...bank,
    database,
    log,
    publicUrl,
    merchant: product,
    callbackBase: () => ownUrl(http),
    methods: methodsOf(settings),
  })
}

/** How invoices can be paid, at the prices of the settings; throws `SettingsError` for one in no form. */
export function methodsOf({ bank }: BankParts['settings']): readonly PaymentMethod[] {
  const fees = bank.methodFees.map((text): MethodFees => {
    const read = readMethodFee(text)
    if (read !== null) return read
    throw new SettingsError(`TUKAR_BANK_METHOD_FEES has no method or no price in "${text}".`)
  })
  return methodsAt(Object.assign({}, ...fees))
}

function baseUrlOf({ bank }: BankParts['settings'], http: HttpHost): () => string | null {
  return () => {
    if (bank.url !== null) return bank.url
    const own = ownUrl(http)
    return own === null ? null : `${own}${localBankRoot}`
  }
}

/** Where this host is reached from this machine; null while it does not listen. */
export function ownUrl(http: HttpHost): string | null {
  const address = addressOf(http)
  if (address === null) return null
  const { address: host, port } = address
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
