/** The worker's entry: the host, and the two ends of its message port. */
import { parentPort, workerData } from 'node:worker_threads'
import { Host } from './host.ts'
import type { ToWorker, WorkerOptions } from './thread/messages.ts'
import { Outbox } from './thread/outbox.ts'
import type { Core } from './writer.ts'

/** Runs the host in this worker. Tests inject faults through a core of their own. */
export function serve(coreOf?: (options: WorkerOptions) => Core): void {
  const port = parentPort
  if (port === null) throw new Error('the engine must run in a worker thread')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by the client beside us
  const options = workerData as WorkerOptions
  const outbox = new Outbox((messages) => port.postMessage(messages))
  const host = new Host(options, outbox, coreOf?.(options))
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') void host.stop().finally(() => port.close())
    else host.receive(message)
  })
  void host.start()
}
