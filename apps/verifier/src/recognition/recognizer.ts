/** Recognizes pictures and documents one at a time; models and reader are loaded on first use. */
import { documentWidthMinPx, findFace, selfieWidthMinPx } from './faces.ts'
import type { Tasks, Values } from './tasks.ts'
import { loadModels, type Models } from './models.ts'
import { isPicture } from './pictures.ts'
import { openReader, type Reader } from './reading.ts'
import { isPage, readSide, type SideRead } from './sides.ts'

export type Recognizer = {
  readonly atDocument: (task: Tasks['document']) => Promise<Values['document']>
  readonly atFace: (task: Tasks['face']) => Promise<Values['face']>
}

/**
 * The limit for all sides of a document together. A card takes a second or two, on a busy machine several
 * times that. A page that takes longer was made to block others.
 */
const readMs = 30_000

/** Creates a recognizer; loads nothing yet. One task at a time. */
export function createRecognizer(): Recognizer {
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
    // The reader would continue with the timed-out side; the next side gets a new one.
    reader = undefined
    await opened.end()
    return 'late'
  }
  return {
    async atDocument({ front, back }) {
      const sides = back === null ? [front] : [front, back]
      for (const side of sides) if (!(await isPicture(side))) return { isPicture: false }
      // First: while the models load, no other code may see `process`.
      const loaded = await (models ??= loadModels())
      const endMs = performance.now() + readMs
      for (const side of sides) {
        const found = await read(side, endMs)
        if (found === 'late') break
        if (found === null) continue
        const search = await findFace(loaded, side, documentWidthMinPx, found.turn)
        // If the card shows another face too, none of the faces is assumed to be the person's.
        const isKnown = search.found === 'face' && search.face.isAlone
        return { isPicture: true, text: found.text, face: isKnown ? search.face : null }
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
