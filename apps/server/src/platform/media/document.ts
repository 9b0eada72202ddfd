/** PDFs that strangers sent: opened in a child, and shown only as a picture of their pages (M-7). */
import { busy, type Gate } from './gate.ts'
import { isDocument } from './kinds.ts'
import { documentMs, pictureBytesMax } from './limits.ts'
import type { Fault } from './messages.ts'
import { openInChild } from './open-in-child.ts'

export type DrawnDocument =
  | { readonly ok: true; readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: Fault }

/**
 * The pages of a PDF of up to 1 MB below one another, as a JPEG of up to 3 MB. `why` is `type` for what is no PDF,
 * `locked` where it wants a password, `too_large` by bytes or pages, `broken` where a page cannot be drawn within
 * time and memory. Refuses `server.busy` while there is no room.
 */
export async function drawDocument(gate: Gate, content: Buffer): Promise<DrawnDocument> {
  if (content.length > pictureBytesMax) return { ok: false, why: 'too_large' }
  if (!isDocument(content)) return { ok: false, why: 'type' }
  const outcome = await gate.pass('picture', () =>
    openInChild({ job: 'document', kind: 'pdf' }, content, documentMs).catch(() => {
      throw busy()
    }),
  )
  if (!outcome.ok) return outcome
  const [width, height] = outcome.figures
  return { ok: true, jpeg: outcome.bytes, width, height }
}
