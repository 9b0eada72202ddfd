/** Images of strangers: opened in a child process, and stored only as redrawn from their pixels. */
import { busy, type MediaQueue } from './media-queue.ts'
import { type PictureKind, findPictureKind } from './kinds.ts'
import { pictureBytesMax, pictureMs } from './limits.ts'
import type { Fault } from './messages.ts'
import { openInChild } from './open-in-child.ts'

export type PreparedPicture =
  | { readonly ok: true; readonly jpeg: Buffer; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly why: Exclude<Fault, 'locked'> }

export type PictureRules = { readonly types: readonly PictureKind[] }

/**
 * Redraws an image of up to 1 MB and at least 100 x 100 pixels as a JPEG of up to 1 MB: upright, at most 2000
 * pixels on the longest side, without metadata (DEC-53, ATT-43, ATT-44). `why` is `type` for other or
 * animated types, `too_large` by bytes or pixels, `broken` if it cannot be drawn completely. Refuses with
 * `server.busy` while the queue is full.
 */
export async function preparePicture(
  queue: MediaQueue,
  content: Buffer,
  { types }: PictureRules,
): Promise<PreparedPicture> {
  if (content.length > pictureBytesMax) return { ok: false, why: 'too_large' }
  const kind = findPictureKind(content)
  if (kind === null || !types.includes(kind)) return { ok: false, why: 'type' }
  const outcome = await queue.run('picture', () =>
    openInChild({ job: 'picture', kind }, content, pictureMs).catch(() => {
      throw busy()
    }),
  )
  if (!outcome.ok) return { ok: false, why: outcome.why === 'locked' ? 'broken' : outcome.why }
  const [width, height] = outcome.figures
  return { ok: true, jpeg: outcome.bytes, width, height }
}
