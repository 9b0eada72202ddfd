/** Opens the bank gateway of the settings: a remote gateway, or the local bank in this process. */
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

export type BankGatewayDeps = {
  readonly settings: {
    readonly bank: BankSettings
    readonly product: string
    readonly publicUrl: string
  }
  readonly http: HttpHost
  /** Aborts all calls when the server stops. */
  readonly signal?: AbortSignal
}

/**
 * Creates the client of the gateway. Without a gateway in the settings it calls the local bank, once this
 * host listens.
 */
export function createBankGateway({ settings, http, signal }: BankGatewayDeps): BankGateway {
  const { key, callbackToken } = settings.bank
  const stopping = signal === undefined ? {} : { signal }
  return createXenditGateway({
    baseUrl: baseUrlOf(settings, http),
    key,
    callbackToken,
    ...stopping,
  })
}

/** Creates the function by which a simulation tops up its bank before a payout of starting funds. */
export function createBankTopUp(
  { settings }: Pick<BankGatewayDeps, 'settings'>,
  local: LocalBank | null,
): TopUp {
  return local === null ? createTopUp(() => settings.bank.url) : local.topUp
}

/** Registers the local bank where the settings name no gateway; returns null where they name one. */
export async function openLocalBank({
  settings,
  http,
  database,
  log,
}: BankGatewayDeps & {
  readonly database: Database
  readonly log: Log
}): Promise<LocalBank | null> {
  const { bank, product, publicUrl } = settings
  if (bank.url !== null) return null
  return registerLocalBank(http, {
    ...bank,
    database,
    log,
    publicUrl,
    merchant: product,
    callbackBase: () => loopbackUrl(http),
    methods: methodsOf(settings),
  })
}

/** Payment methods with the fees of the settings. Throws `SettingsError` for a fee in an invalid format. */
export function methodsOf({ bank }: BankGatewayDeps['settings']): readonly PaymentMethod[] {
  const fees = bank.methodFees.map((text): MethodFees => {
    const read = readMethodFee(text)
    if (read !== null) return read
    throw new SettingsError(
      `TUKAR_BANK_METHOD_FEES has an unknown method or an invalid fee in "${text}".`,
    )
  })
  return methodsAt(Object.assign({}, ...fees))
}

function baseUrlOf({ bank }: BankGatewayDeps['settings'], http: HttpHost): () => string | null {
  return () => {
    if (bank.url !== null) return bank.url
    const own = loopbackUrl(http)
    return own === null ? null : `${own}${localBankRoot}`
  }
}

/** Loopback URL of this host; null while the host does not listen. */
export function loopbackUrl(http: HttpHost): string | null {
  const address = addressOf(http)
  if (address === null) return null
  const { address: host, port } = address
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
