/** Pictures like those of phones: large and full of detail. */

const headerBytes = 54

/**
 * A BMP picture with 24 bits per pixel and a different color at each pixel; the width must be divisible by 4.
 */
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
