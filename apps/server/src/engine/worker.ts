/** The worker's entry: the host, and the two ends of its message port. */
import { parentPort, workerData } from 'node:worker_threads'
import { startHost } from './host.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'

const port = parentPort
if (port === null) throw new Error('the engine runs in a worker')

const host = startHost(workerData as WorkerOptions, (message: FromWorker) =>
  port.postMessage(message),
)

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'submit':
      for (const { token, command, id } of message.items) host.submit(token, command, id)
      return
    case 'past':
      return host.submitPast(message.token, message.timeMs, message.commands)
    case 'picture':
      return host.picture(message.token, message.marketId)
    case 'stop':
      void host.stop().finally(() => port.close())
  }
})
