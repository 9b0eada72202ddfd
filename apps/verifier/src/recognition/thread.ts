/** The recognition thread: it may be ended at any moment, and keeps no state between tasks. */
import { parentPort } from 'node:worker_threads'
import type { TaskRequest } from './tasks.ts'
import { createRecognizer } from './recognizer.ts'

const port = parentPort
if (port === null) throw new Error('this runs as a thread of the verifier')
const recognizer = createRecognizer()

port.on('message', (request: TaskRequest) => {
  const value =
    request.kind === 'document'
      ? recognizer.atDocument(request.task)
      : recognizer.atFace(request.task)
  value.then(
    (value) => port.postMessage({ value }),
    (error: unknown) => port.postMessage({ failure: String(error) }),
  )
})
