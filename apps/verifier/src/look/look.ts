/** Looks at one picture or document after the other; models and reader are loaded when first needed. */
import { documentWidthMinPx, findFace, selfieWidthMinPx } from './faces.ts'
import type { Tasks, Values } from './findings.ts'
import { loadModels, type Models } from './models.ts'
import { isPicture } from './pictures.ts'
import { openReader, type Reader } from './reading.ts'
import { isPage, readSide, type SideRead } from './sides.ts'

export type Look = {
  readonly atDocument: (task: Tasks['document']) => Promise<Values['document']>
  readonly atFace: (task: Tasks['face']) => Promise<Values['face']>
}

/**
 * For all sides of a document together. A card is read in a second or two, on a machine that others use
 * in several times that; what takes so much longer is made to keep others waiting.
 */
const readMs = 30_000

/** Makes a look; nothing is loaded yet. One task at a time. */
export function createLook(): Look {
  let models: Promise<Models> | undefined
  let reader: Promise<Reader> | undefined
  const read = async (side: Uint8Array, endMs: number): Promise<SideRead | null | 'late'> => {
    const opened = await (reader ??= openReader())
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(endMs - performance.now(), 0), 'late')
    })
    const done = await Promise.race([readSide(opened, side), late]).finally(() =>
      clearTimeout(timer),
    )
    if (done !== 'late') return done
    // It would go on reading; the next side gets another.
    reader = undefined
    await opened.end()
    return 'late'
  }
  return {
    async atDocument({ front, back }) {
      const sides = back === null ? [front] : [front, back]
      for (const side of sides) if (!(await isPicture(side))) return { isPicture: false }
      // First: while they load, nothing else may look for `process`.
      const loaded = await (models ??= loadModels())
      const endMs = performance.now() + readMs
      for (const side of sides) {
        const found = await read(side, endMs)
        if (found === 'late') break
        if (found === null) continue
        const search = await findFace(loaded, side, documentWidthMinPx, found.turn)
        // Beside a card that shows somebody else, none of the faces is told to be the card's.
        const isTold = search.found === 'face' && search.face.isAlone
        return { isPicture: true, text: found.text, face: isTold ? search.face : null }
      }
      return { isPicture: true, text: null, face: null }
    },
    async atFace({ image }) {
      if (!(await isPicture(image))) return { isPicture: false }
      const search = await findFace(await (models ??= loadModels()), image, selfieWidthMinPx)
      return { isPicture: true, search, isPage: search.found === 'face' && (await isPage(image)) }
    },
  }
}
