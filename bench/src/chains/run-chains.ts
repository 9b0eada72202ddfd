/**
 * The cost of following chains: a full bitcoin block, and EVM blocks of a thousand transfers, each searched
 * for 100,000 addresses of users.
 */
import { decodeBlock, decodeTransaction } from '@tukar/server/bitcoin'
import { createEvmNode } from '@tukar/server/evm'
import { toBitcoinRange, toEvmRange } from '@tukar/server/chains/tracking/views'
import { type Figure, toFigure, type Measured, median } from '../report.ts'
import { fullBlock, scriptOf, transactionTo } from './bitcoin-block.ts'
import { startMadeNode } from './evm-node.ts'

const addressCount = 100_000
const scriptsAtOnce = 1_000
const ownedEvery = 20
const logsPerBlock = 1_000
const blocksPerScan = 8
const chainId = 56
const token = '0x55d398326f99059ff775485246999027b3197955'
/** Blocks come every ten minutes; deposits on other chains wait no longer than this. */
const bitcoinBlockMsMax = 1_000
/** The fastest chain makes a block in less than this. */
const evmBlockMsMax = 250

/** All figures of scanning. */
export async function measureChains({ quick }: { readonly quick: boolean }): Promise<Measured> {
  const rounds = quick ? 2 : 9
  const figures = [measureBitcoin(rounds), await measureEvm(rounds)]
  return {
    figures,
    notes: [
      `${addressCount.toLocaleString('en-US')} addresses of users are looked for on each chain.`,
      'The bitcoin block is as full as a block without witnesses can be, one output in forty is ours.',
      `EVM: ${logsPerBlock} transfers of a listed token a block, one in ${ownedEvery} ours with its
        receipt, from a node on the same machine, which takes a part of the time.`.replace(
        /\s+/g,
        ' ',
      ),
    ],
  }
}

function measureBitcoin(rounds: number): Figure {
  const addresses = bitcoinAddresses()
  const { hex, own } = fullBlock(ownedEvery)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now()
    const { sightings } = toBitcoinRange(1, decodeBlock(hex, 'mainnet'), addresses)
    times.push(performance.now() - begin)
    if (sightings.length !== own) throw new Error(`${sightings.length} of ${own} were found`)
  }
  return {
    ...toFigure(`A full bitcoin block of ${(hex.length / 2e6).toFixed(2)} MB`, 'ms', times),
    floor: { of: 'value', atMost: bitcoinBlockMsMax },
  }
}

/** The addresses of the scripts, in the format of our parser. */
function bitcoinAddresses(): ReadonlySet<string> {
  const addresses = new Set<string>()
  for (let from = 0; from < addressCount; from += scriptsAtOnce) {
    const scripts = Array.from({ length: scriptsAtOnce }, (_, at) => scriptOf(from + at))
    const { outputs } = decodeTransaction(transactionTo(scripts, from).toString('hex'), 'mainnet')
    for (const { address } of outputs) if (address !== null) addresses.add(address)
  }
  return addresses
}

async function measureEvm(rounds: number): Promise<Figure> {
  const addressOf = (number: number) => `0x${(number + 0x1000).toString(16).padStart(40, '1')}`
  const addresses = new Set(Array.from({ length: addressCount }, (_, at) => addressOf(at)))
  const made = { chainId, token, logsPerBlock, ownedEvery, addressOf }
  const node = await startMadeNode(made)
  try {
    const evm = createEvmNode({ url: () => node.url, chainId })
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const from = 1_000 + round * blocksPerScan
      const begin = performance.now()
      const range = { from, to: from + blocksPerScan - 1 }
      const scanned = await evm.scan(range, { addresses, contracts: new Set([token]) })
      if (scanned.status === 'failed') throw new Error(scanned.reason)
      const found = scanned.value.flatMap((block) => toEvmRange(block).sightings)
      times.push((performance.now() - begin) / blocksPerScan)
      const expected = (blocksPerScan * logsPerBlock) / ownedEvery
      if (found.length !== expected) throw new Error(`${found.length} of ${expected} were found`)
    }
    const figure = toFigure(`An EVM block of ${logsPerBlock} transfers`, 'ms', times)
    return { ...figure, value: median(times), floor: { of: 'value', atMost: evmBlockMsMax } }
  } finally {
    await node.stop()
  }
}
