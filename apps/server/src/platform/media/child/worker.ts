/**
 * The thread that opens the file: reads its job from the worker data and posts one message with the outcome.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Job, Outcome } from '../messages.ts'

type Given = Job & { readonly content: Uint8Array }

async function runJob({ job, kind, content }: Given): Promise<Outcome> {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (job === 'video') return (await import('./video.ts')).openVideo(file, kind)
  if (job === 'document') return (await import('./document.ts')).openDocument(file)
  const { openBitmap, openPicture } = await import('./picture.ts')
  return kind === 'bmp' ? openBitmap(file) : openPicture(file)
}

const broken: Outcome = { ok: false, why: 'broken' }
parentPort?.postMessage(await runJob(workerData).catch(() => broken))
