/** The thread that looks at pictures: it may be ended at any moment, and keeps nothing between tasks. */
import { parentPort } from 'node:worker_threads'
import type { LookRequest } from './findings.ts'
import { createLook } from './look.ts'

const port = parentPort
if (port === null) throw new Error('this runs as a thread of the verifier')
const look = createLook()

port.on('message', (request: LookRequest) => {
  const value =
    request.kind === 'document' ? look.atDocument(request.task) : look.atFace(request.task)
  value.then(
    (value) => port.postMessage({ value }),
    (error: unknown) => port.postMessage({ failure: String(error) }),
  )
})
