/** Pictures as phones make them: large, and of much detail. */

const headerBytes = 54

/** A picture as BMP, 24 bits a pixel, with another color at each pixel; a width that 4 divides. */
export function noisyBitmap(width: number, height: number): Buffer {
  const bytes = width * height * 3
  const file = Buffer.alloc(headerBytes + bytes)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(headerBytes, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.writeUInt32LE(bytes, 34)
  let state = 1
  for (let at = headerBytes; at < file.length; at += 1) {
    state = (state * 48_271) % 2_147_483_647
    file[at] = state & 0xff
  }
  return file
}
