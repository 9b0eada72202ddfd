/** Scales a photo down to the size limit of a payment proof. */
import { type Drawing, firstFitting } from './proof-file.ts'

const jpeg = 'image/jpeg'

/** Returns an image as a smaller, upright JPEG; null if the browser cannot open it or it stays too large. */
export async function shrinkPhoto(file: File): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file)
    try {
      const drawn = await firstFitting(bitmap, (drawing) => draw(bitmap, drawing))
      if (drawn === null) return null
      const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`
      return new File([drawn], name, { type: jpeg })
    } finally {
      bitmap.close()
    }
  } catch {
    return null
  }
}

function draw(bitmap: ImageBitmap, { width, height, quality }: Drawing): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  // JPEG has no transparency: transparent pixels would become black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, jpeg, quality))
}
