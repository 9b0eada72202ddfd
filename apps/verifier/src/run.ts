/**
 * The verifier's process: `VERIFIER_KEY=… node apps/verifier/dist/run.js`. It listens on a free loopback port
 * and prints it as one line, {"port":49152}. It exits when its standard input closes, so that it never
 * outlives its parent, and after five idle minutes, unless a verification is under way.
 */
import { createService } from './http/service.ts'
import { createIdleness } from './idleness.ts'
import { createRecognitionQueue } from './recognition/recognition-queue.ts'
import { createVerifications } from './verifications.ts'

const keyName = 'VERIFIER_KEY'
const idleName = 'VERIFIER_IDLE_MS'
const idleMsDefault = 5 * 60_000

const key = process.env[keyName] ?? ''
const idleMs = Number(process.env[idleName] ?? idleMsDefault)
if (key === '' || !(idleMs > 0)) {
  process.stderr.write(`${keyName} must be set, and ${idleName} more than 0 where it is\n`)
  process.exit(1)
}

const verifications = createVerifications()
const queue = createRecognitionQueue()
const idleness = createIdleness(idleMs, () => verifications.waiting() > 0, end)
const service = createService({ key, verifications, queue, onCall: () => idleness.begin() })

function end(): void {
  process.exit(0)
}

process.stdin.on('end', end).on('close', end).on('error', end).resume()
process.once('SIGTERM', end)
process.once('SIGINT', end)
service.listen(0, '127.0.0.1', () => {
  const address = service.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`${JSON.stringify({ port })}\n`)
  idleness.begin()
})
