/** The bitcoin chain for the other modules: a process of its own with a JSON-RPC interface. */
import path from 'node:path'
import { type Chain, Refusal } from '../chains.ts'
import { fieldsOf, textsOf } from '../fields.ts'
import { createRestartingProcess } from '../restarting-process.ts'
import { startProcess } from '../process.ts'
import { type Call, RpcError, rpcTo } from '../rpc.ts'

const program = path.join(import.meta.dirname, 'run.js')
/** The user name; the password is the caller's key. */
export const bitcoinUser = 'tukar'
/** The highest number of satoshi that regtest can ever issue. */
const satoshiMax = 1_500_000_000_000n
/** Error codes of `x_` calls whose messages are passed to the caller: see node.ts. */
const callersFaults: readonly number[] = [-5, -6, -8]

type Options = { readonly folder: string; readonly port: number; readonly key: string }

/**
 * Starts the chain, or restarts it from its folder.
 *
 * @throws Error with the node's last output if it does not start
 */
export async function startBitcoinChain({ folder, port, key }: Options): Promise<Chain> {
  const call: Call = async (method, parameters) => {
    const authorization = Buffer.from(`${bitcoinUser}:${key}`).toString('base64')
    const ask = rpcTo(`http://127.0.0.1:${node.port()}`, `Basic ${authorization}`)
    try {
      return await ask(method, parameters)
    } catch (error) {
      const isFault = error instanceof RpcError && callersFaults.includes(error.code)
      throw isFault ? new Refusal(error.message) : error
    }
  }
  const node = createRestartingProcess(port, (own) =>
    startProcess({
      program: process.execPath,
      parameters: [program],
      env: {
        BITCOIN_KEY: key,
        BITCOIN_USER: bitcoinUser,
        BITCOIN_FOLDER: path.join(folder, 'bitcoin'),
        BITCOIN_PORT: String(own),
        // Malloc arenas of idle threads would use a tenth more memory.
        MALLOC_ARENA_MAX: '2',
      },
      port: /\{"port":(\d+)\}/,
    }),
  )
  await node.start()
  return {
    name: 'bitcoin',
    url: `http://127.0.0.1:${node.port()}`,
    facts: { user: bitcoinUser },
    height: async () => Number(await call('getblockcount')),
    waiting: async () => textsOf(await call('getrawmempool')).length,
    async holdsAtTip() {
      const { tx } = fieldsOf(await call('getblock', [await call('getbestblockhash')]))
      return textsOf(tx).length > 1
    },
    mine: async (blocks, to) => Number(await call('x_mine', [blocks, to])),
    fork: async (fork) => Number(await call('x_fork', [fork])),
    async pay({ address, amount, asset }) {
      if (asset !== 'coin') throw new Refusal('this chain has no tokens')
      if (amount > satoshiMax) throw new Refusal('the amount exceeds the supply')
      return String(await call('x_pay', [address, Number(amount)]))
    },
    own: {},
    pid: () => node.pid(),
    stop: (isHard) => node.stop(isHard),
    start: () => node.start(),
  }
}
