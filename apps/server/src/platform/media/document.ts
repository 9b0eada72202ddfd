/** PDFs of strangers: opened in a child process, and shown only as an image of their pages (M-7). */
import { busy, type MediaQueue } from './media-queue.ts'
import { isDocument } from './kinds.ts'
import { documentMs, pictureBytesMax } from './limits.ts'
import type { Fault } from './messages.ts'
import { openInChild } from './open-in-child.ts'

export type DrawnDocument =
  | { readonly ok: true; readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: Fault }

/**
 * Renders the pages of a PDF of up to 1 MB below one another, as a JPEG of up to 3 MB. `why` is `type` if it
 * is not a PDF, `locked` if it requires a password, `too_large` by bytes or pages, `broken` if a page cannot
 * be drawn within time and memory. Refuses with `server.busy` while the queue is full.
 */
export async function drawDocument(queue: MediaQueue, content: Buffer): Promise<DrawnDocument> {
  if (content.length > pictureBytesMax) return { ok: false, why: 'too_large' }
  if (!isDocument(content)) return { ok: false, why: 'type' }
  const outcome = await queue.run('picture', () =>
    openInChild({ job: 'document', kind: 'pdf' }, content, documentMs).catch(() => {
      throw busy()
    }),
  )
  if (!outcome.ok) return outcome
  const [width, height] = outcome.figures
  return { ok: true, jpeg: outcome.bytes, width, height }
}
