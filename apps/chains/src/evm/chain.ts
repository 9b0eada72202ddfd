/**
 * One EVM chain: anvil with a chain id, blocks on demand, a token, and a faucet, which is anvil's first
 * account. Accounts 1 to 9 of anvil are free for tests: anvil signs `eth_sendTransaction` for them.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Chain, chainIds, type EvmName, type Fork, type Payment, Refusal } from '../chains.ts'
import { fieldsOf, textsOf } from '../fields.ts'
import { createRestartingProcess } from '../restarting-process.ts'
import { type Child, startProcess } from '../process.ts'
import { type Call, rpcTo } from '../rpc.ts'
import {
  type ContractKind,
  contractKinds,
  creationCode,
  isAddress,
  mintData,
  transferData,
  type TokenName,
} from './contracts.ts'
import { createSavedState } from './saved-state.ts'

const nodesFolder = path.join(import.meta.dirname, '../../nodes/package.json')
/** The address of the first contract of anvil's first account, on every chain. */
export const tokenAddress = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const token: TokenName = { name: 'Tether USD', symbol: 'USDT', decimals: 6 }
const faucetBalance = 10n ** 30n
const transferGas = 100_000n
const creationGas = 5_000_000n
/** Blocks in addition to those that `finalized` needs, so that forks do not remove the token. */
const spareBlocks = 16
const forkDepthMax = 64

type Options = {
  readonly name: EvmName
  readonly folder: string
  readonly port: number
  readonly epochSlots: number
}

/**
 * Starts the chain, or restarts it from its folder.
 *
 * @throws Error with the node's last output if it does not start
 */
export async function startEvmChain(options: Options): Promise<Chain> {
  const { name, folder, epochSlots } = options
  const node = createRestartingProcess(options.port, async (port) =>
    startAnvil({ ...options, port, stateFile: await kept.fileToBegin() }),
  )
  const call: Call = (method, parameters) =>
    rpcTo(`http://127.0.0.1:${node.port()}`)(method, parameters)
  const kept = createSavedState(folder, name, call)
  await node.start()
  if (kept.file() === null) await begin(call, 2 * epochSlots + spareBlocks)
  await kept.save()
  const [faucet = ''] = textsOf(await call('eth_accounts'))
  const floor = 1 + spareBlocks
  const mine = async (blocks: number, to: string | null): Promise<number> => {
    if (to !== null) throw new Refusal('blocks of this chain have no reward address')
    await call('anvil_mine', [hexOf(BigInt(blocks))])
    await kept.save()
    return heightOf(call)
  }
  return {
    name,
    url: `http://127.0.0.1:${node.port()}`,
    facts: {
      chainId: chainIds[name],
      token: { address: tokenAddress, symbol: token.symbol, decimals: token.decimals },
    },
    height: () => heightOf(call),
    async waiting() {
      const { pending } = fieldsOf(await call('txpool_status'))
      return Number(pending)
    },
    holdsAtTip: async () =>
      Number(await call('eth_getBlockTransactionCountByNumber', ['latest'])) > 0,
    mine,
    async fork(fork) {
      await forkAt(call, fork, floor)
      await kept.save()
      return heightOf(call)
    },
    pay: (payment) => pay(call, faucet, payment),
    own: {
      deploy: async (input) => {
        const address = await deploy(call, faucet, input)
        await kept.save()
        return { address }
      },
    },
    pid: () => node.pid(),
    stop: (isHard) => node.stop(isHard),
    start: () => node.start(),
  }
}

async function startAnvil(
  options: Options & { readonly stateFile: string | null },
): Promise<Child> {
  const program = createRequire(nodesFolder).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
  // With its defaults, anvil accepts calls from any web page in a browser of this machine.
  const parameters = ['--host', '127.0.0.1', '--port', String(options.port), '--no-cors']
  parameters.push('--chain-id', String(chainIds[options.name]), '--no-mining')
  parameters.push('--slots-in-an-epoch', String(options.epochSlots))
  if (options.stateFile !== null) parameters.push('--load-state', options.stateFile)
  return startProcess({ program, parameters, port: /Listening on 127\.0\.0\.1:(\d+)/ })
}

/**
 * Mines the first blocks: they fund the faucet, deploy the token, and add enough blocks for a `finalized`
 * one.
 */
async function begin(call: Call, blocks: number): Promise<void> {
  const [faucet = ''] = textsOf(await call('eth_accounts'))
  await call('anvil_setBalance', [faucet, hexOf(faucetBalance)])
  const address = await create(call, faucet, 'TestToken', token)
  if (address !== tokenAddress) throw new Error(`the token has the unexpected address ${address}`)
  await fill(call, faucet, address)
  await call('anvil_mine', [hexOf(BigInt(blocks))])
}

async function create(
  call: Call,
  from: string,
  kind: ContractKind,
  name: TokenName,
): Promise<string> {
  const data = creationCode(kind, name)
  const id = await call('eth_sendTransaction', [{ from, data, gas: hexOf(creationGas) }])
  await call('anvil_mine', ['0x1'])
  const { status, contractAddress } = fieldsOf(await call('eth_getTransactionReceipt', [id]))
  if (status !== '0x1') throw new Error(`the contract ${kind} was not created`)
  return String(contractAddress).toLowerCase()
}

async function deploy(call: Call, from: string, input: unknown): Promise<string> {
  const { kind, name, symbol, decimals, isFilled } = fieldsOf(input)
  const known = contractKinds.find((one) => one === kind)
  if (known === undefined) throw new Refusal(`kind must be one of ${contractKinds.join(', ')}`)
  const address = await create(call, from, known, {
    name: typeof name === 'string' ? name : 'Odd',
    symbol: typeof symbol === 'string' ? symbol : 'ODD',
    decimals: typeof decimals === 'number' ? decimals : 18,
  })
  // Mints the tokens that the faucet pays out later.
  if (isFilled === true) await fill(call, from, address)
  return address
}

async function fill(call: Call, faucet: string, contract: string): Promise<void> {
  const data = mintData(faucet, faucetBalance)
  const transaction = { from: faucet, to: contract, data, gas: hexOf(transferGas) }
  await call('eth_sendTransaction', [transaction])
  await call('anvil_mine', ['0x1'])
}

async function pay(call: Call, from: string, payment: Payment): Promise<string> {
  const { address, amount, asset, contract } = payment
  const token = contract ?? tokenAddress
  if (!isAddress(address) || !isAddress(token)) {
    throw new Refusal('this is not an address of the chain')
  }
  const gas = hexOf(transferGas)
  const transaction =
    asset === 'coin'
      ? { from, to: address, value: hexOf(amount), gas }
      : { from, to: token, data: transferData(address, amount), gas }
  return String(await call('eth_sendTransaction', [transaction]))
}

async function forkAt(call: Call, fork: Fork, floor: number): Promise<void> {
  const { depth, blocks, transactions, isForgetful } = fork
  const height = await heightOf(call)
  if (depth < 1 || depth > forkDepthMax || height - depth < floor) {
    throw new Refusal(`depth must be 1 to ${Math.min(forkDepthMax, height - floor)} here`)
  }
  if (blocks < depth) throw new Refusal('the new branch must be at least as long as the old one')
  const dropped = isForgetful ? [] : await transactionsFrom(call, height - depth + 1, height)
  await call('anvil_reorg', [depth, transactions.map((raw) => [raw, 0])])
  // The node refuses transactions whose nonces the new branch used, as any node would.
  for (const raw of dropped) await call('eth_sendRawTransaction', [raw]).catch(() => undefined)
  if (blocks > depth) await call('anvil_mine', [hexOf(BigInt(blocks - depth))])
}

async function transactionsFrom(call: Call, from: number, to: number): Promise<string[]> {
  const raw: string[] = []
  for (let height = from; height <= to; height += 1) {
    const block = fieldsOf(await call('eth_getBlockByNumber', [hexOf(BigInt(height)), false]))
    for (const id of textsOf(block['transactions'])) {
      raw.push(String(await call('eth_getRawTransactionByHash', [id])))
    }
  }
  return raw
}

async function heightOf(call: Call): Promise<number> {
  return Number(await call('eth_blockNumber'))
}

function hexOf(value: bigint): string {
  return `0x${value.toString(16)}`
}
