/** Settings of the chains for deposits and withdrawals of coins. */
import { isLoopbackName } from '../limits/loopback.ts'
import {
  type Environment,
  readList,
  readNumber,
  readChoice,
  SettingsError,
  readText,
} from './environment.ts'
import type { Mode, SettingDoc } from './settings.ts'

const evmNames = ['ethereum', 'arbitrum', 'bnb'] as const
type EvmName = (typeof evmNames)[number]

export type BitcoinReachSettings = {
  /** Without a slash at the end. */
  readonly url: string
  /** Empty, like the password, if the provider's key is in the URL. */
  readonly user: string
  readonly password: string
  readonly network: 'mainnet' | 'testnet'
}

export type EvmReachSettings = {
  readonly url: string
  /** The complete value of the `authorization` header; null for none. */
  readonly authorization: string | null
}

/** A token that can be deposited: its contract in lower case, its decimals on that chain. */
export type TokenSettings = {
  readonly symbol: string
  readonly chain: EvmName
  readonly contract: string
  readonly decimals: number
}

export type ChainSettings = {
  /** Simulation: whether the exchange runs its own chains, in separate processes. */
  readonly isLocal: boolean
  /** Null: no deposits of bitcoin. */
  readonly bitcoin: BitcoinReachSettings | null
  readonly evm: Readonly<Record<EvmName, EvmReachSettings | null>>
  /**
   * A second node of another provider, which must confirm large deposits before they are credited; null for
   * none.
   */
  readonly second: {
    readonly bitcoin: BitcoinReachSettings | null
    readonly evm: Readonly<Record<EvmName, EvmReachSettings | null>>
  }
  /** Address and token of the signer; null: the simulation's own. */
  readonly signer: {
    readonly url: string
    readonly key: string
    /** The key with which the server proves approvals to the signer. */
    readonly approvalKey: string
  } | null
  /**
   * Whether every withdrawal needs a receiver, or only those from the travel rule's threshold on (DEC-107).
   */
  readonly isReceiverAlwaysNeeded: boolean
  /** How long a withdrawal waits to be mined before it gets a higher fee. */
  readonly bumpAfterMs: number
  /** Tokens of live nodes; local chains have their own. */
  readonly tokens: readonly TokenSettings[]
  /** The amounts in bitcoin from which more confirmations are needed, ascending from 0. */
  readonly bitcoinConfirmations: readonly { readonly from: string; readonly count: number }[]
  /** The minimum deposit that is credited automatically, by symbol, as decimal text. */
  readonly depositMins: Readonly<Record<string, string>>
  /** Whether people may report a missed deposit of ETH (DEC-110). */
  readonly claimsEther: boolean
  /** Simulation: milliseconds between blocks while a transaction waits for confirmations. */
  readonly bitcoinBlockMs: number
  readonly evmBlockMs: number
}

const secretLengthMin = 32
const confirmationsMax = 1_000
const decimalsMax = 18
const blockMsMax = 600_000
const amountForm = /^\d{1,12}(?:\.\d{1,18})?$/

/** Tether's contracts on each chain; on BNB it has 18 decimals. */
const tokensDefault = [
  'USDT@ethereum=0xdac17f958d2ee523a2206206994597c13d831ec7/6',
  'USDT@arbitrum=0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9/6',
  'USDT@bnb=0x55d398326f99059ff775485246999027b3197955/18',
].join(',')
const minsDefault = 'BTC=0.0001,ETH=0.002,BNB=0.01,USDT=5'
const confirmationsDefault = '0=2,0.5=3,10=6'

export const chainSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_BITCOIN_URL, TUKAR_BITCOIN_USER, TUKAR_BITCOIN_PASSWORD',
    default: '(local node)',
    meaning:
      'Live: JSON-RPC of a bitcoin node with all its blocks; a simulation has chains of its own.',
  },
  {
    name: 'TUKAR_BITCOIN_NETWORK',
    default: 'mainnet',
    meaning: '`mainnet` or `testnet`: the network of that node.',
  },
  {
    name: 'TUKAR_ETHEREUM_URL, TUKAR_ARBITRUM_URL, TUKAR_BNB_URL',
    default: '(local nodes)',
    meaning: 'Live: JSON-RPC of a node of each chain; a chain without one takes no deposits.',
  },
  {
    name: 'TUKAR_ETHEREUM_AUTHORIZATION, TUKAR_ARBITRUM_AUTHORIZATION, TUKAR_BNB_AUTHORIZATION',
    default: '(none)',
    meaning: 'Whole value of the `authorization` header that the node wants.',
  },
  {
    name: 'TUKAR_BITCOIN_SECOND_URL, TUKAR_BITCOIN_SECOND_USER, TUKAR_BITCOIN_SECOND_PASSWORD',
    default: '(none)',
    meaning:
      'A second node of another keeper: deposits from the travel rule’s limit on are credited once it has them too.',
  },
  {
    name: 'TUKAR_ETHEREUM_SECOND_URL, TUKAR_ARBITRUM_SECOND_URL, TUKAR_BNB_SECOND_URL',
    default: '(none)',
    meaning:
      'The same of the other chains; `TUKAR_ETHEREUM_SECOND_AUTHORIZATION` and so on are its headers.',
  },
  {
    name: 'TUKAR_SIGNER_URL, TUKAR_SIGNER_KEY, TUKAR_SIGNER_APPROVAL_KEY',
    default: '(local signer)',
    meaning:
      "Where the signer (`apps/signer`) listens, its `SIGNER_KEY` and its `SIGNER_APPROVAL_KEY`; a must with nodes of one's own.",
  },
  {
    name: 'TUKAR_CHAIN_TOKENS',
    default: '(USDT)',
    meaning:
      'Tokens that are credited, separated by commas: `USDT@ethereum=0xdac1…/6` is symbol, chain, contract and decimals there. Operators add others while it runs.',
  },
  {
    name: 'TUKAR_BITCOIN_CONFIRMATIONS',
    default: confirmationsDefault,
    meaning: 'Confirmations by amount: from 0 BTC on 2, from 0.5 BTC on 3, from 10 BTC on 6.',
  },
  {
    name: 'TUKAR_COIN_DEPOSIT_MIN',
    default: minsDefault,
    meaning:
      'Least deposit of each currency; smaller ones are kept and credited once they are enough.',
  },
  {
    name: 'TUKAR_CLAIM_ETHER',
    default: 'yes',
    meaning: '`no` takes no missed deposits of ETH by hand; tokens and BNB always are.',
  },
  {
    name: 'TUKAR_TRAVEL_REQUIRED',
    default: 'at-limit',
    meaning:
      'Withdrawals of coins: `always` asks for the receiver whatever the amount; bitcoin always does.',
  },
  {
    name: 'TUKAR_FEE_BUMP_MINUTES',
    default: '20',
    meaning: 'After so long in vain a withdrawal offers its chain a higher fee.',
  },
  {
    name: 'TUKAR_LOCAL_BITCOIN_BLOCK_MS, TUKAR_LOCAL_EVM_BLOCK_MS',
    default: '10000, 2000',
    meaning: 'Simulation: milliseconds between blocks of the local chains.',
  },
]

/** Reads the chain settings; throws `SettingsError` for an invalid one. */
export function readChainSettings(env: Environment, mode: Mode): ChainSettings {
  const bitcoin = readBitcoin(env, 'TUKAR_BITCOIN')
  const evm = readAllEvm(env, '')
  const isNamed = [bitcoin, ...Object.values(evm)].some((one) => one !== null)
  if (mode === 'live' && !isNamed) {
    throw new SettingsError('Outside of simulation at least one chain needs the URL of a node.')
  }
  const signer = readSigner(env, isNamed)
  // A simulation must not send coins of a real network.
  if (mode === 'simulation' && (isNamed || signer !== null)) {
    throw new SettingsError(
      'A simulation has chains of its own: nodes and a signer are for live mode.',
    )
  }
  return {
    isLocal: !isNamed,
    bitcoin,
    evm,
    second: readSecond(env, { bitcoin, evm }),
    signer,
    tokens: readTokens(env),
    bitcoinConfirmations: readConfirmations(env),
    depositMins: readMins(env),
    claimsEther: readChoice(env, 'TUKAR_CLAIM_ETHER', ['yes', 'no'] as const, 'yes') === 'yes',
    isReceiverAlwaysNeeded:
      readChoice(env, 'TUKAR_TRAVEL_REQUIRED', ['at-limit', 'always'] as const, 'at-limit') ===
      'always',
    bumpAfterMs: readNumber(env, 'TUKAR_FEE_BUMP_MINUTES', 20, [1, 1_440]) * 60_000,
    bitcoinBlockMs: readNumber(env, 'TUKAR_LOCAL_BITCOIN_BLOCK_MS', 10_000, [100, blockMsMax]),
    evmBlockMs: readNumber(env, 'TUKAR_LOCAL_EVM_BLOCK_MS', 2_000, [100, blockMsMax]),
  }
}

function readBitcoin(env: Environment, prefix: string): BitcoinReachSettings | null {
  const url = readUrl(env, `${prefix}_URL`)
  if (url === null) return null
  const user = readText(env, `${prefix}_USER`, '')
  const password = readText(env, `${prefix}_PASSWORD`, '')
  const isBare = user === '' && password === ''
  if (isBare ? !hasKey(url) : user === '' || password === '') {
    throw new SettingsError(`${prefix}_URL requires ${prefix}_USER and ${prefix}_PASSWORD.`)
  }
  const networks = ['mainnet', 'testnet'] as const
  return {
    url,
    user,
    password,
    network: readChoice(env, 'TUKAR_BITCOIN_NETWORK', networks, 'mainnet'),
  }
}

/** Whether the path or query of a URL contains a provider's key. */
function hasKey(url: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname !== '/' || search !== ''
}

function readAllEvm(env: Environment, suffix: '' | '_SECOND'): ChainSettings['evm'] {
  return {
    ethereum: readEvm(env, `TUKAR_ETHEREUM${suffix}`),
    arbitrum: readEvm(env, `TUKAR_ARBITRUM${suffix}`),
    bnb: readEvm(env, `TUKAR_BNB${suffix}`),
  }
}

function readEvm(env: Environment, prefix: string): EvmReachSettings | null {
  const url = readUrl(env, `${prefix}_URL`)
  if (url === null) return null
  return { url, authorization: readText(env, `${prefix}_AUTHORIZATION`, '') || null }
}

/** A second node without a first one, or equal to it, would prove nothing. */
function readSecond(
  env: Environment,
  first: Pick<ChainSettings, 'bitcoin' | 'evm'>,
): ChainSettings['second'] {
  const second = {
    bitcoin: readBitcoin(env, 'TUKAR_BITCOIN_SECOND'),
    evm: readAllEvm(env, '_SECOND'),
  }
  const pairs = [
    { name: 'TUKAR_BITCOIN', one: first.bitcoin, other: second.bitcoin },
    ...evmNames.map((chain) => {
      const name = `TUKAR_${chain.toUpperCase()}`
      return { name, one: first.evm[chain], other: second.evm[chain] }
    }),
  ]
  for (const { name, one, other } of pairs) {
    if (other === null) continue
    if (one === null) throw new SettingsError(`${name}_SECOND_URL requires ${name}_URL.`)
    if (one.url === other.url)
      throw new SettingsError(`${name}_SECOND_URL must differ from ${name}_URL.`)
  }
  return second
}

/** Real chains need a real signer, which a simulation must not provide. */
function readSigner(env: Environment, isNamed: boolean): ChainSettings['signer'] {
  const url = readUrl(env, 'TUKAR_SIGNER_URL')
  const key = readText(env, 'TUKAR_SIGNER_KEY', '')
  if (url === null && !isNamed) return null
  const approvalKey = readText(env, 'TUKAR_SIGNER_APPROVAL_KEY', '')
  const areLong = key.length >= secretLengthMin && approvalKey.length >= secretLengthMin
  if (url !== null && areLong && key !== approvalKey) return { url, key, approvalKey }
  throw new SettingsError(
    `Nodes need a signer: TUKAR_SIGNER_URL, and TUKAR_SIGNER_KEY and TUKAR_SIGNER_APPROVAL_KEY, two keys of ${secretLengthMin} characters or more.`,
  )
}

/** A provider's key may be in the path; credentials before an @ would not be sent. */
function readUrl(env: Environment, name: string): string | null {
  const url = readText(env, name, '').replace(/\/+$/, '')
  if (url === '') return null
  const isUrl = /^https?:\/\/[^\s#@]+$/.test(url) && URL.canParse(url)
  const { protocol, hostname } = isUrl ? new URL(url) : { protocol: '', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))) return url
  throw new SettingsError(`${name} must begin with https://, or be on this machine.`)
}

/** A contract may be listed only once; otherwise its deposits would be ambiguous. */
function readTokens(env: Environment): readonly TokenSettings[] {
  const tokens = readList(env, 'TUKAR_CHAIN_TOKENS', tokensDefault).map(readToken)
  for (const [at, { chain, contract }] of tokens.entries()) {
    const first = tokens.findIndex((one) => one.chain === chain && one.contract === contract)
    if (first === at) continue
    throw new SettingsError(`TUKAR_CHAIN_TOKENS names the contract ${contract} on ${chain} twice.`)
  }
  return tokens
}

function readToken(text: string): TokenSettings {
  const [, symbol = '', word, contract = '', digits] =
    /^([A-Z0-9]{2,12})@([a-z]+)=(0x[0-9a-fA-F]{40})\/(\d{1,2})$/.exec(text) ?? []
  const chain = evmNames.find((one) => one === word)
  const decimals = Number(digits)
  if (chain !== undefined && decimals <= decimalsMax) {
    return { symbol, chain, contract: contract.toLowerCase(), decimals }
  }
  throw new SettingsError(`TUKAR_CHAIN_TOKENS: "${text}" is not a token.`)
}

function readConfirmations(env: Environment): ChainSettings['bitcoinConfirmations'] {
  const tiers = readList(env, 'TUKAR_BITCOIN_CONFIRMATIONS', confirmationsDefault).map((text) => {
    const [from = '', digits = ''] = text.split('=')
    const count = Number(digits)
    const isTier = amountForm.test(from) && /^\d{1,4}$/.test(digits)
    if (isTier && count >= 1 && count <= confirmationsMax) return { from, count }
    throw new SettingsError(`TUKAR_BITCOIN_CONFIRMATIONS: "${text}" is not an amount with a count.`)
  })
  const isRising = tiers.every((tier, at) => {
    const before = tiers[at - 1]
    if (before === undefined) return Number(tier.from) === 0
    return Number(tier.from) > Number(before.from) && tier.count >= before.count
  })
  if (isRising && tiers.length > 0) return tiers
  throw new SettingsError('TUKAR_BITCOIN_CONFIRMATIONS must start at 0 BTC and increase.')
}

function readMins(env: Environment): Readonly<Record<string, string>> {
  const pairs = readList(env, 'TUKAR_COIN_DEPOSIT_MIN', minsDefault).map((text) => {
    const [symbol = '', amount = ''] = text.split('=')
    if (/^[A-Z0-9]{2,12}$/.test(symbol) && amountForm.test(amount)) return [symbol, amount] as const
    throw new SettingsError(`TUKAR_COIN_DEPOSIT_MIN: "${text}" is not a currency with an amount.`)
  })
  return Object.fromEntries(pairs)
}
