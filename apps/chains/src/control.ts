/**
 * The control calls, for functions that only local chains have. `POST /<chain>/<call>` with JSON and the key
 * as the bearer token; answers `{ "result": … }`, or 400 with `{ "refusal": "…" }`.
 *
 * | call | input | result | | --- | --- | --- | | faucet | address, amount (smallest units as text), asset
 * (coin, token), contract | txid | | mine | blocks, address (of the reward, bitcoin alone) | height | | fork
 * | depth, blocks, transactions (raw hex), forget | height | | clock | blockMs | | | stop | hard | | | start
 * | | | | state | | height, waiting, pid |
 *
 * EVM chains also have `deploy`.
 */
import { timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import { type Chain, Refusal } from './chains.ts'
import type { Clock } from './clock.ts'
import { type Fields as Input, fieldsOf } from './fields.ts'

const bodyLengthMax = 4_000_000
const blocksMax = 1_000
const blockMsMax = 3_600_000
const amountPattern = /^[1-9]\d{0,40}$/

export type Controlled = { readonly chain: Chain; readonly clock: Clock }
type Handler = (controlled: Controlled, input: Input) => Promise<unknown>

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['faucet', async ({ chain }, input) => ({ txid: await chain.pay(paymentOf(input)) })],
  [
    'mine',
    async ({ chain }, { blocks = 1, address }) => ({
      height: await chain.mine(
        numberOf('blocks', blocks, 1, blocksMax),
        typeof address === 'string' ? address : null,
      ),
    }),
  ],
  ['fork', async ({ chain }, input) => ({ height: await chain.fork(forkOf(input)) })],
  [
    'clock',
    async ({ clock }, { blockMs }) => clock.set(numberOf('blockMs', blockMs, 0, blockMsMax)),
  ],
  ['stop', async ({ chain }, { hard }) => chain.stop(hard === true)],
  ['start', async ({ chain }) => chain.start()],
  [
    'state',
    async ({ chain }) => ({
      height: await chain.height(),
      waiting: await chain.waiting(),
      pid: chain.pid(),
    }),
  ],
])

/** The server of the control calls, not listening yet. */
export function createControl(key: string, chains: ReadonlyMap<string, Controlled>): http.Server {
  return http.createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (!isSame(request.headers.authorization ?? '', `Bearer ${key}`)) {
      request.resume()
      answer(401, { refusal: 'the key is wrong' })
      return
    }
    const [, name = '', call = ''] = (request.url ?? '').split('/')
    const controlled = chains.get(name)
    const handler = handlers.get(call)
    const own = controlled?.chain.own[call]
    if (controlled === undefined || (handler === undefined && own === undefined)) {
      request.resume()
      answer(404, { refusal: 'there is no such chain or call' })
      return
    }
    bodyOf(request)
      .then((input) => (handler === undefined ? own?.(input) : handler(controlled, input)))
      .then((result) => answer(200, { result: result ?? null }))
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        answer(error instanceof Refusal ? 400 : 500, { refusal: message })
      })
  })
}

function paymentOf({
  address,
  amount,
  asset = 'coin',
  contract = null,
}: Input): Parameters<Chain['pay']>[0] {
  if (typeof address !== 'string') throw new Refusal('address is missing')
  if (typeof amount !== 'string' || !amountPattern.test(amount)) {
    throw new Refusal('amount must be a decimal text above zero')
  }
  if (asset !== 'coin' && asset !== 'token') throw new Refusal('asset must be coin or token')
  if (contract !== null && typeof contract !== 'string')
    throw new Refusal('contract must be an address')
  return { address, amount: BigInt(amount), asset, contract }
}

function forkOf({ depth, blocks, transactions = [], forget }: Input): Parameters<Chain['fork']>[0] {
  const from = numberOf('depth', depth, 1, blocksMax)
  if (!Array.isArray(transactions) || !transactions.every((one) => typeof one === 'string')) {
    throw new Refusal('transactions must be raw hex')
  }
  return {
    depth: from,
    blocks: numberOf('blocks', blocks ?? from + 1, 1, blocksMax),
    transactions,
    isForgetful: forget === true,
  }
}

function numberOf(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  throw new Refusal(`${name} must be a whole number from ${min} to ${max}`)
}

async function bodyOf(request: http.IncomingMessage): Promise<Input> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bodyLengthMax) throw new Refusal('the body is too long')
    chunks.push(chunk)
  }
  if (length === 0) return {}
  try {
    return fieldsOf(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    throw new Refusal('the body is not JSON')
  }
}

function isSame(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)]
  return left.length === other.length && timingSafeEqual(left, other)
}
