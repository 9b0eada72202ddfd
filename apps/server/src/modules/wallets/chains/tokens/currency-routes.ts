/** The console's routes for currencies and tokens; changes go through `/desk/changes`. */
import { calls, type DeskContract, type DeskCurrencies, type DeskCurrency } from '@tukar/wire'
import { NodesRefusal } from '../../../../adapters/chain-nodes/index.ts'
import { toChecksum } from '../../../../adapters/evm/index.ts'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { deskRoute } from '../../../desk/index.ts'
import { chainAmountText } from '../amount-text.ts'
import { addTokenKind } from './add-token.ts'
import { readContract } from './contract-reading.ts'
import type { CurrencyDeps } from './deps.ts'
import { setCurrencyKind } from './set-currency.ts'

const readers = ['support', 'finance', 'risk', 'admin'] as const

/** Registers the routes and the kinds of changes. */
export function registerCurrencyDesk(http: HttpHost, deps: CurrencyDeps): void {
  const { desk, nodes, register } = deps
  desk.changes.register(addTokenKind(deps))
  desk.changes.register(setCurrencyKind(deps))
  deskRoute(http, desk, calls.deskCurrencies, readers, async ({ request }) =>
    success(request, { data: currenciesOf(deps) }),
  )
  deskRoute(http, desk, calls.readContract, ['admin'], async ({ request, input }) => {
    const { chain, contract } = input
    const { symbol, name, decimals, supply } = await readContract(nodes, chain, contract)
    const key = contract.toLowerCase()
    const listed = register.assets.find((one) => one.chain === chain && one.contract === key)
    const data: DeskContract = {
      symbol,
      name,
      decimals,
      supply: chainAmountText(supply, decimals),
      listed_as: listed?.symbol ?? null,
    }
    return success(request, { data })
  })
  deskRoute(http, desk, calls.deployTrialToken, ['admin'], async ({ request, input }) => {
    // Only local chains have contracts of ours.
    if (!deps.isLocal) throw new Refusal('request.not_found')
    const { chain, ...token } = input
    const control = (await nodes.reach()) ? nodes.control() : null
    if (control === null) throw new Refusal('chain.unavailable')
    const contract = await control
      .deploy(chain, { kind: 'TestToken', ...token, isFilled: true })
      .catch((error: unknown) => {
        if (error instanceof NodesRefusal) throw new Refusal('token.trial_refused')
        throw error
      })
    return success(request, { data: { contract: toChecksum(contract) } })
  })
}

function currenciesOf({ listing, register, isLocal }: CurrencyDeps): DeskCurrencies {
  return {
    currencies: listing.currencies().map((currency) => ({
      ...rowOf(currency),
      ways: register.assets
        .filter(({ currencyId }) => currencyId === currency.currencyId)
        .map(({ chain, contract, chainDecimals: decimals, isAdded }) => ({
          chain,
          contract: contract === null ? null : toChecksum(contract),
          decimals,
          is_added: isAdded,
        })),
      markets: listing
        .markets()
        .filter(({ baseId, quoteId }) => [baseId, quoteId].includes(currency.currencyId))
        .map(({ symbol }) => symbol),
    })),
    chains: register.chains.map(({ chain }) => chain).filter((chain) => chain !== 'bitcoin'),
    has_trial_tokens: isLocal,
  }
}

type Listed = ReturnType<CurrencyDeps['listing']['currencies']>[number]

function rowOf(currency: Listed): Omit<DeskCurrency, 'ways' | 'markets'> {
  const { currencyId: id, symbol, name, icon, kind, decimals } = currency
  return {
    id,
    symbol,
    name,
    icon,
    kind,
    decimals,
    withdrawal_fee: currency.withdrawalFee,
    deposit_min: currency.depositMin,
    travel_rule_limit: currency.travelRuleThreshold,
    is_shown: currency.isListed,
    deposits_open: currency.areDepositsOpen,
    withdrawals_open: currency.areWithdrawalsOpen,
  }
}
