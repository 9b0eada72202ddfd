/**
 * The process of the local chains: `CHAINS_KEY=… CHAINS_FOLDER=… node launch/chains.mjs`; settings.ts has the
 * other settings. All servers listen on loopback. Once all nodes answer, it prints one line with their
 * addresses,
 * {"ready":{"control":url,"bitcoin":{"url":…,"user":…},"ethereum":{"url":…,"chainId":…,"token":…},…}}. It
 * ends when its standard input closes, so it never outlives its caller.
 */
import { startBitcoinChain } from './bitcoin/chain.ts'
import type { Chain, ChainName } from './chains.ts'
import { createClock } from './clock.ts'
import { type Controlled, createControl } from './control.ts'
import { startEvmChain } from './evm/chain.ts'
import { readSettings } from './settings.ts'

const bitcoinBuriedUnder = 12

const settings = readSettings(process.env)
const { key, epochSlots } = settings
const started = new Map<string, Controlled>()
let isEnding = false

process.stdin.on('end', end).on('close', end).on('error', end).resume()
process.once('SIGTERM', end)
process.once('SIGINT', end)

const chains = await Promise.all(settings.chains.map(startChain))
for (const chain of chains) {
  const blockMs = settings.blockMs[chain.name]
  const buriedUnder = chain.name === 'bitcoin' ? bitcoinBuriedUnder : 2 * epochSlots
  started.set(chain.name, { chain, clock: createClock({ chain, blockMs, buriedUnder }) })
}
const control = createControl(key, started)
control.listen(settings.ports.control, '127.0.0.1', () => {
  const address = control.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const found = chains.map(({ name, url, facts }) => [name, { url, ...facts }])
  const ready = { control: `http://127.0.0.1:${port}`, ...Object.fromEntries(found) }
  process.stdout.write(`${JSON.stringify({ ready })}\n`)
})

function startChain(name: ChainName): Promise<Chain> {
  const place = { folder: settings.folder, port: settings.ports[name] }
  return name === 'bitcoin'
    ? startBitcoinChain({ ...place, key })
    : startEvmChain({ ...place, name, epochSlots })
}

function end(): void {
  if (isEnding) return
  isEnding = true
  for (const { clock } of started.values()) clock.stop()
  const stopped = [...started.values()].map(({ chain }) => chain.stop(false))
  void Promise.allSettled(stopped).then(() => process.exit(0))
}
