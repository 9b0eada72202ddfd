/**
 * Measures the memory of a resting order: `memory-host.js <tukar|npm> <orders>`, run with --expose-gc. Prints
 * one line of JSON: bytes of heap and array buffers per order, after collection.
 */
import { createNpmEngine } from './npm-engine.ts'
import { generateStream } from './stream.ts'
import { createTukarEngine } from './tukar-engine.ts'

const [name, ordersText] = process.argv.slice(2)
const orders = Number(ordersText)
/** No step of the middle: nothing crosses, every order rests. */
const stream = generateStream({
  name: 'resting',
  seed: 99,
  commands: 0,
  prefill: orders,
  users: 10_000,
  restingTarget: orders,
  walkEvery: 2 ** 30,
})

function usedBytes(): number {
  for (let i = 0; i < 4; i++) globalThis.gc?.()
  const memory = process.memoryUsage()
  return memory.heapUsed + memory.arrayBuffers
}

const engine = name === 'npm' ? createNpmEngine() : createTukarEngine()
const before = usedBytes()
engine.prepare(stream)
const after = usedBytes()
const work = engine.run()
if (work.resting < orders * 0.99) throw new Error(`only ${work.resting} of ${orders} rest`)
process.stdout.write(
  `${JSON.stringify({ bytesPerOrder: (after - before) / work.resting, orders: work.resting })}\n`,
)
