/** Prepares a picture for sending: checks its type, and scales it down if it is too large (KYC-26). */
import { isShrinkable, proofBytesMax } from '../../wallets/rupiah/proof-file.ts'
import { shrinkPhoto } from '../../wallets/rupiah/shrink-photo.ts'

/** The types of DEC-53, with the alternative type of BMP on some systems. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/bmp', 'image/x-ms-bmp'] as const
/** Pixels. */
const sideMin = 100

export type PictureFault =
  | 'pictureType'
  | 'pictureEmpty'
  | 'pictureSmall'
  | 'pictureLarge'
  | 'pictureBroken'

export type PreparedPicture = {
  readonly file: File
  /** The size in bytes before scaling; null if it was not scaled. */
  readonly shrunkFrom: number | null
}

/** Returns a picture that can be sent, or the reason why it cannot be sent. */
export async function preparePicture(picked: File): Promise<PreparedPicture | PictureFault> {
  if (!pictureTypes.some((known) => known === picked.type)) return 'pictureType'
  if (picked.size === 0) return 'pictureEmpty'
  const side = await measureShortSide(picked)
  if (side === null) return 'pictureBroken'
  if (side < sideMin) return 'pictureSmall'
  if (picked.size <= proofBytesMax) return { file: picked, shrunkFrom: null }
  const file = isShrinkable(picked) ? await shrinkPhoto(picked) : null
  return file === null ? 'pictureLarge' : { file, shrunkFrom: picked.size }
}

async function measureShortSide(file: File): Promise<number | null> {
  try {
    const picture = await createImageBitmap(file)
    const side = Math.min(picture.width, picture.height)
    picture.close()
    return side
  } catch {
    return null
  }
}
