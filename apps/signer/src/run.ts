/**
 * The signer's process: `SIGNER_FOLDER=… SIGNER_KEY=… node apps/signer/dist/run.js`; see `environment.ts` for
 * its variables. It listens on a loopback port and prints it as one line, {"port":49152}. In a simulation it
 * exits when its standard input closes, so that it never outlives its parent.
 */
import { readFolder, readPassphrase, readProcessSettings } from './environment.ts'
import { createService } from './http/service.ts'
import { costDefault, costForRandom } from './keys/seed.ts'
import { openSigner } from './open.ts'

async function run(): Promise<void> {
  const { key, approvalKey, isSimulation, port, settings } = await readProcessSettings(process.env)
  if (typeof settings.votes === 'string') {
    process.stderr.write('operators’ votes are not verified by this signer\n')
  }
  const { text: passphrase, isMadeHere } = await readPassphrase(process.env)
  const cost = isMadeHere ? costForRandom : costDefault
  const folder = readFolder(process.env)
  const mayMakeSeed = isSimulation
  const open = await openSigner({ folder, passphrase, cost, approvalKey, settings, mayMakeSeed })
  const service = createService({ key, settings, ...open })
  // No data is lost: every answered record is on disk.
  const end = (): void => process.exit(0)
  if (isSimulation) process.stdin.on('end', end).on('close', end).on('error', end).resume()
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  service.listen(port, '127.0.0.1', () => {
    const address = service.address()
    const heard = typeof address === 'object' && address !== null ? address.port : 0
    process.stdout.write(`${JSON.stringify({ port: heard })}\n`)
  })
  service.on('error', fail)
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

run().catch(fail)
