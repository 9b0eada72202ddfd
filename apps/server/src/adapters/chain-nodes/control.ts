/** Functions of local nodes only: the faucet and, for tests, blocks, forks and failures. */
import { requestWithin } from '../../platform/external/request.ts'
import { fieldsOf } from '../../platform/external/answers.ts'
import type { LocalChainName, LocalNodes } from './local-process.ts'

const timeoutMs = 30_000
const answerBytesMax = 1_000_000

export type ForkOrder = {
  readonly depth: number
  /** Default: one more than `depth`. */
  readonly blocks?: number
  /** Raw transactions in hex for the first block of the new branch: double spends. */
  readonly transactions?: readonly string[]
  /** Drops the transactions of the replaced blocks. Otherwise they return to the mempool. */
  readonly forget?: boolean
}

export type NodesControl = {
  /**
   * Pays from the faucet; the payment waits for a block.
   *
   * @param amount smallest units of the coin or token
   * @returns the transaction's id
   */
  pay(
    chain: LocalChainName,
    payment: { address: string; amount: bigint; asset: 'coin' | 'token'; contract?: string },
  ): Promise<string>
  /** Mines blocks, for bitcoin with the reward to an address where one is given; returns the height. */
  mine(chain: LocalChainName, blocks: number, address?: string): Promise<number>
  /** Replaces the last blocks by others; returns the height. */
  fork(chain: LocalChainName, order: ForkOrder): Promise<number>
  /** Sets the milliseconds between blocks; 0 stops automatic blocks. */
  setClock(chain: LocalChainName, blockMs: number): Promise<void>
  /** Stops a node; `isHard` kills it like a power failure. */
  stop(chain: LocalChainName, isHard: boolean): Promise<void>
  /** Starts a stopped node from its stored state. */
  start(chain: LocalChainName): Promise<void>
  /** Deploys a contract; returns its address. */
  deploy(
    chain: LocalChainName,
    contract: {
      kind: 'TestToken' | 'OddToken' | 'Sender'
      name?: string
      symbol?: string
      decimals?: number
      /** Whether the faucet gets its usual amount of the token. */
      isFilled?: boolean
    },
  ): Promise<string>
}

/** An error of the local nodes, with their message. */
export class NodesRefusal extends Error {}

/** Control calls of running nodes; each throws `NodesRefusal` where the nodes refuse. */
export function nodesControl({ control }: Pick<LocalNodes, 'control'>): NodesControl {
  const ask = async (chain: string, call: string, input: object): Promise<unknown> => {
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${control.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }
    const url = `${control.url}/${chain}/${call}`
    const { text } = await requestWithin(url, request, { timeoutMs, answerBytesMax })
    const { result, refusal } = fieldsOf(JSON.parse(text))
    if (typeof refusal === 'string') throw new NodesRefusal(refusal)
    return result
  }
  const fact = (result: unknown, name: string): unknown => fieldsOf(result)[name]
  return {
    async pay(chain, { address, amount, asset, contract }) {
      const input = { address, amount: String(amount), asset, contract }
      return String(fact(await ask(chain, 'faucet', input), 'txid'))
    },
    mine: async (chain, blocks, address) =>
      Number(fact(await ask(chain, 'mine', { blocks, address }), 'height')),
    fork: async (chain, order) => Number(fact(await ask(chain, 'fork', order), 'height')),
    setClock: async (chain, blockMs) => void (await ask(chain, 'clock', { blockMs })),
    stop: async (chain, isHard) => void (await ask(chain, 'stop', { hard: isHard })),
    start: async (chain) => void (await ask(chain, 'start', {})),
    deploy: async (chain, contract) =>
      String(fact(await ask(chain, 'deploy', contract), 'address')),
  }
}
