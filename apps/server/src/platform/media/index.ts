/** Images and videos of strangers, opened in isolated processes. */
import { createMediaQueue } from './media-queue.ts'
import * as documents from './document.ts'
import * as pictures from './picture.ts'
import * as videos from './video.ts'

export { pagesMax, pictureBytesMax, pictureSideMin, videoBytesMax } from './limits.ts'
export type { DrawnDocument } from './document.ts'
export type { PreparedPicture, PictureRules } from './picture.ts'
export type { ReadVideo } from './video.ts'

/** All files of this process share one queue, so that they cannot overload the machine. */
const queue = createMediaQueue()

/** See `picture.ts`. */
export function preparePicture(
  content: Buffer,
  rules: pictures.PictureRules,
): Promise<pictures.PreparedPicture> {
  return pictures.preparePicture(queue, content, rules)
}

/** See `document.ts`. */
export function drawDocument(content: Buffer): Promise<documents.DrawnDocument> {
  return documents.drawDocument(queue, content)
}

/** See `video.ts`. */
export function readVideo(content: Buffer): Promise<videos.ReadVideo> {
  return videos.readVideo(queue, content)
}
