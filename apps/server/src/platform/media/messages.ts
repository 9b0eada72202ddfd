/**
 * The protocol of the child process. Its input has exactly the bytes of the file and stays open; end of input
 * means that the parent is gone. Its output is one line, then the bytes of an image, if there is one.
 */
import type { PictureKind, VideoKind } from './kinds.ts'

/** The job, in the child's first two arguments; then come the length of the file and its time limit in ms. */
export type Job =
  | { readonly job: 'picture'; readonly kind: PictureKind }
  | { readonly job: 'video'; readonly kind: VideoKind }
  | { readonly job: 'document'; readonly kind: 'pdf' }

/**
 * Why a file is refused; videos are never `too_small` or `too_large` here, and only documents are `locked`.
 */
export type Fault = 'type' | 'too_small' | 'too_large' | 'broken' | 'locked'

/**
 * `figures`: width and height of an image or of a document's pages together, milliseconds and frames of a
 * video.
 */
export type Outcome<Bytes extends Uint8Array = Buffer> =
  | { readonly ok: true; readonly figures: readonly [number, number]; readonly bytes: Bytes }
  | { readonly ok: false; readonly why: Fault }

const newline = 0x0a
const goodLine = /^ok (\d{1,9}) (\d{1,9})$/
const faults: readonly Fault[] = ['type', 'too_small', 'too_large', 'broken', 'locked']

/** An outcome as it travels. */
export function written(outcome: Outcome<Uint8Array>): Buffer {
  if (!outcome.ok) return Buffer.from(`no ${outcome.why}\n`)
  return Buffer.concat([Buffer.from(`ok ${outcome.figures.join(' ')}\n`), outcome.bytes])
}

/** Parses the answer. The child is not trusted: anything else is `broken`. */
export function read(answer: Buffer): Outcome {
  const end = answer.indexOf(newline)
  const line = answer.toString('latin1', 0, Math.max(end, 0))
  const [, first, second] = goodLine.exec(line) ?? []
  if (first !== undefined && second !== undefined) {
    const bytes = Buffer.from(answer.subarray(end + 1))
    return { ok: true, figures: [Number(first), Number(second)], bytes }
  }
  return { ok: false, why: faults.find((why) => line === `no ${why}`) ?? 'broken' }
}
