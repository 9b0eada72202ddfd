/**
 * The signer's process: `SIGNER_FOLDER=… SIGNER_KEY=… node apps/signer/dist/run.js`; `environment.ts`
 * says what it reads. It listens on a loopback port and says which in one line,
 * {"port":49152}. In a simulation it ends when its standard input closes, so that it never outlives who
 * started it.
 */
import { folderOf, readPassphrase, readProcessSettings } from './environment.ts'
import { createService } from './http/service.ts'
import { costDefault, costOfRandom } from './keys/seed.ts'
import { openSigner } from './open.ts'

async function run(): Promise<void> {
  const { key, approvalKey, isSimulation, port, settings } = await readProcessSettings(process.env)
  if (typeof settings.votes === 'string') {
    process.stderr.write('operators’ votes are not verified by this signer\n')
  }
  const { text: passphrase, isMadeHere } = await readPassphrase(process.env)
  const cost = isMadeHere ? costOfRandom : costDefault
  const folder = folderOf(process.env)
  const mayMakeSeed = isSimulation
  const open = await openSigner({ folder, passphrase, cost, approvalKey, settings, mayMakeSeed })
  const service = createService({ key, settings, ...open })
  // Nothing is lost by it: what was answered is on disk.
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
