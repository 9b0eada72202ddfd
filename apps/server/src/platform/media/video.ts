/** Videos of strangers: opened in a child process, where their frames are counted. */
import { busy, type MediaQueue } from './media-queue.ts'
import { type VideoKind, findVideoKind } from './kinds.ts'
import { videoBytesMax, videoMs } from './limits.ts'
import { openInChild } from './open-in-child.ts'

export type ReadVideo =
  | {
      readonly ok: true
      readonly container: VideoKind
      /** From the first frame to the end of the last, by the frames' own times. */
      readonly durationMs: number
      readonly frames: number
      /** JPEG of the sharpest keyframe; null if its codec cannot be decoded here. */
      readonly still: Buffer | null
    }
  | { readonly ok: false; readonly why: 'type' | 'broken' }

/**
 * Reads a video of up to 50 MB. Browsers' recordings do not state their length, so frames are counted
 * (DEC-56). `why` is `type` for anything but webm and MP4, `broken` if it has no frames, endless ones, or
 * cannot be read (ATT-45). Refuses with `server.busy` while the queue is full.
 */
export async function readVideo(queue: MediaQueue, content: Buffer): Promise<ReadVideo> {
  const kind = findVideoKind(content)
  if (kind === null) return { ok: false, why: 'type' }
  if (content.length > videoBytesMax) return { ok: false, why: 'broken' }
  const outcome = await queue.run('video', () =>
    openInChild({ job: 'video', kind }, content, videoMs).catch(() => {
      throw busy()
    }),
  )
  if (!outcome.ok) return { ok: false, why: outcome.why === 'type' ? 'type' : 'broken' }
  const [durationMs, frames] = outcome.figures
  const still = outcome.bytes.length === 0 ? null : outcome.bytes
  return { ok: true, container: kind, durationMs, frames, still }
}
