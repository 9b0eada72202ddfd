/**
 * The users of a coin run while everything is killed: they withdraw with a code by e-mail to an unused
 * address, cancel some withdrawals, and use the faucet. A request without an answer is repeated under the
 * same id.
 */
import { randomBytes } from 'node:crypto'
import { type JsonObject, newCommandId, objectAt, textAt } from '../harness/http.ts'
import { readMailbox } from '../harness/mailbox.ts'
import { until } from '../harness/until.ts'
import { witnessAddress } from './bitcoin-address.ts'
import { type CoinPerson, type CoinStage, callUntilDecided } from './coin-stage.ts'

type Chance = () => number
export type ChainName = 'bitcoin' | 'ethereum' | 'arbitrum' | 'bnb'

/** The contract of the token on each local chain. */
export const tokenContract = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

type CoinNetwork = {
  readonly chain: ChainName
  readonly chainId: number | null
  readonly symbol: string
  readonly currencyId: number
  readonly contract: string | null
  /** The minimum and range of withdrawals and the faucet's amount, in units of `decimals` digits. */
  readonly minimum: number
  readonly span: number
  readonly gift: number
  readonly decimals: number
}

const ether = { symbol: 'ETH', currencyId: 3, contract: null, decimals: 4 } as const
const tether = { symbol: 'USDT', currencyId: 5, contract: tokenContract, decimals: 2 } as const

/** The networks in and out. The faucet's payments of a day stay below the travel rule's limit. */
export const networks: readonly CoinNetwork[] = [
  {
    chain: 'bitcoin',
    chainId: null,
    symbol: 'BTC',
    currencyId: 2,
    contract: null,
    decimals: 5,
    minimum: 40,
    span: 60,
    gift: 30,
  },
  { ...ether, chain: 'ethereum', chainId: 1, minimum: 50, span: 80, gift: 300 },
  { ...tether, chain: 'ethereum', chainId: 1, minimum: 500, span: 900, gift: 6_000 },
  { ...tether, chain: 'bnb', chainId: 56, minimum: 500, span: 900, gift: 6_000 },
]

export type RequestedWithdrawal = {
  readonly userId: number
  readonly commandId: string
  readonly way: CoinNetwork
  readonly to: string
  readonly amount: string
}

const codeWithinMs = 90_000
const patient = { withinMs: codeWithinMs, everyMs: 250 }
const requestedWithinMs = 180_000
const cancelChance = 0.12
const fundedWithinMs = 180_000
/** How many payments of the faucet each person gets at first. */
const wealthTimes = 4

/** A decimal text for a number of units. */
function decimalOf(units: number, { decimals }: Pick<CoinNetwork, 'decimals'>): string {
  return (units / 10 ** decimals).toFixed(decimals)
}

function oneOf<T>(items: readonly T[], chance: Chance): T {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Requests a coin or token from the faucet. A request without an answer may have been paid. */
export async function requestFromFaucet(
  stage: CoinStage,
  person: CoinPerson,
  at: { readonly chance: Chance; readonly way?: CoinNetwork },
): Promise<boolean> {
  const { chance, way = oneOf(networks, at.chance) } = at
  const { chain, symbol: currency, gift } = way
  const amount = decimalOf(gift + Math.floor((chance() * gift) / 4), way)
  const body = { chain, currency, amount }
  return (
    (await callUntilDecided(stage, person, { path: '/simulation/chain/faucet', body }))?.[
      'success'
    ] === 1
  )
}

/** Funds everybody on every network without starting funds, and waits until the money has arrived. */
export async function fundAll(stage: CoinStage, chance: Chance): Promise<void> {
  const given = networks.filter(({ symbol }) => symbol !== 'BTC')
  const longer = { withinMs: fundedWithinMs, everyMs: 500 }
  for (const person of stage.people) {
    for (const way of given) {
      const wealthy = { ...way, gift: way.gift * wealthTimes }
      const ask = () => requestFromFaucet(stage, person, { chance, way: wealthy })
      await until(`the faucet of ${way.chain}`, ask, longer)
    }
  }
  const funded = async (): Promise<boolean> => {
    const states = await stage.ledger.query<{ state: string; chain: string; count: number }>(
      'select chain, state, count(*)::int from wallets.chain_deposit group by 1, 2 order by 1, 2',
    )
    const credited = states.filter(({ state }) => state === 'credited')
    const sum = credited.reduce((total, { count }) => total + count, 0)
    if (sum < stage.people.length * given.length) throw new Error(JSON.stringify(states))
    return true
  }
  await until('everybody to have something', funded, longer)
}

/** Sends one withdrawal, however long the answer takes; returns the request. */
export async function withdrawOnce(
  stage: CoinStage,
  person: CoinPerson,
  how: { readonly chance: Chance; readonly way?: CoinNetwork; readonly isCanceled?: boolean },
): Promise<RequestedWithdrawal> {
  const { chance, way = oneOf(networks, chance) } = how
  const to =
    way.chainId === null ? witnessAddress(randomBytes(20)) : `0x${randomBytes(20).toString('hex')}`
  const amount = decimalOf(way.minimum + Math.floor(chance() * way.span), way)
  const requested = { userId: person.usid, commandId: newCommandId(), way, to, amount }
  const isCanceled = how.isCanceled ?? chance() < cancelChance
  const row = await until(
    `a withdrawal of ${amount} ${way.symbol}`,
    async () => {
      const code = await freshCode(stage, person, requested)
      const answer = await callUntilDecided(stage, person, {
        ...callOf(requested, code),
        commandId: requested.commandId,
      })
      if (answer?.['success'] === 1) return objectAt(answer, 'data')
      throw new Error(JSON.stringify(answer))
    },
    { withinMs: requestedWithinMs, everyMs: 300 },
  )
  if (isCanceled) {
    const body = { id: Number(textAt(row, 'id')) }
    await callUntilDecided(stage, person, { path: '/withdraws/cancel', body })
  }
  return requested
}

function callOf(
  { way, to, amount }: RequestedWithdrawal,
  code: string,
): { readonly path: string; readonly body: JsonObject } {
  const shared = {
    withdraw_to: to,
    amount,
    otp: code,
    OTP: code,
    google_secret: '',
    to_name: 'Siti Rahma',
    to_home_address: 'Jalan Kenanga 2, Jakarta',
  }
  if (way.chainId === null) return { path: '/wallets_btc/withdraw', body: shared }
  const { chainId: chain_id, symbol: currency, currencyId: ccurrency_table_id, contract } = way
  const body = { ...shared, chain_id, currency, ccurrency_table_id }
  return contract === null
    ? { path: '/evm/coin-withdraw', body }
    : { path: '/evm/token-withdraw', body: { ...body, contract_address: contract } }
}

const codesTried = new Map<number, Set<string>>()

/** Requests a code by e-mail, once the exchange allows another one. */
async function freshCode(
  stage: CoinStage,
  person: CoinPerson,
  { way, to, amount }: RequestedWithdrawal,
): Promise<string> {
  const { symbol: currency, chainId: chain_id } = way
  const body = { payment: { currency, chain_id, amount, withdraw_to: to } }
  const { usid, email } = person
  const tried = codesTried.get(usid) ?? new Set<string>()
  codesTried.set(usid, tried)
  // Codes that are already there belong to a lost answer. They become invalid when another one is requested.
  const before = await until('the mailbox', () => codesOf(stage, email), patient)
  for (const code of before) tried.add(code)
  await stage.ledger.query(
    `update accounts.one_time_code set sent_at = sent_at - interval '61 seconds',
       since = since - interval '2 hours' where user_id = $1`,
    [usid],
  )
  await until(
    'a code to be sent',
    async () =>
      (await callUntilDecided(stage, person, { path: '/otps/create', body }))?.['success'] === 1,
    patient,
  )
  const code = await until(
    'a code by mail',
    async () => (await codesOf(stage, email)).find((one) => !tried.has(one)),
    patient,
  )
  tried.add(code)
  return code
}

/** All codes in a person's e-mails, newest first. */
async function codesOf({ server }: CoinStage, email: string): Promise<readonly string[]> {
  const subjects = (await readMailbox(server.client, email)).map((mail) => textAt(mail, 'subject'))
  return subjects.flatMap((subject) => /^(\d{6})\b/.exec(subject)?.[1] ?? [])
}
