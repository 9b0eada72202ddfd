/** The files of the steps: decoded in a sandboxed process, and stored as redrawn copies. */
import { kycLimits, stepPictureTypes } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import { preparePicture, readVideo } from '../../../platform/media/index.ts'

/** A recording as it was sent, with its sharpest frame as JPEG if it can be decoded. */
export type Recording = {
  readonly mediaType: 'video/webm' | 'video/mp4'
  readonly content: Buffer
  readonly still: Buffer | null
}

const bytesOfMb = 1_000_000

/** An image of the steps as JPEG without metadata (DEC-53); null if none was sent. */
export async function readImage(content: Buffer | undefined): Promise<Buffer | null> {
  if (content === undefined) return null
  const prepared = await preparePicture(content, { types: stepPictureTypes })
  if (prepared.ok) return prepared.jpeg
  switch (prepared.why) {
    case 'type':
      throw new Refusal('kyc.picture_type')
    case 'too_large':
      throw new Refusal('kyc.picture_large', { max: kycLimits.imageBytesMax / bytesOfMb })
    case 'too_small':
      throw new Refusal('kyc.picture_small', { min: kycLimits.imageSideMin })
    case 'broken':
      throw new Refusal('kyc.picture_broken')
  }
}

/** The video: its type by content, its length by counting frames (DEC-56). */
export async function readRecording(content: Buffer | undefined): Promise<Recording> {
  if (content === undefined) throw new Refusal('kyc.video_missing')
  const { videoBytesMax, videoMinMs, videoMaxMs } = kycLimits
  if (content.length > videoBytesMax) {
    throw new Refusal('kyc.video_large', { max: videoBytesMax / bytesOfMb })
  }
  const video = await readVideo(content)
  if (!video.ok) throw new Refusal(video.why === 'type' ? 'kyc.video_type' : 'kyc.video_broken')
  if (video.durationMs < videoMinMs || video.durationMs > videoMaxMs) {
    const seconds = { min: videoMinMs / 1_000, max: videoMaxMs / 1_000 }
    throw new Refusal('kyc.video_length', seconds)
  }
  return { mediaType: `video/${video.container}`, content, still: video.still }
}
