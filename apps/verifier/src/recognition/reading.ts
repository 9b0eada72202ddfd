/** Recognizes the text of a document with tesseract, whose language data comes from a package. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { createWorker, OEM, PSM } from 'tesseract.js'
import type { Line } from '../card/ktp.ts'
import { type Pixels, toGrayPng } from './pictures.ts'

export type Reader = {
  /** The lines of a page of text, from top to bottom. */
  lines(pixels: Pixels): Promise<readonly Line[]>
  /** Capitals and digits one by one, with their positions. */
  signs(pixels: Pixels): Promise<readonly Sign[]>
  end(): Promise<void>
}

export type Sign = { readonly text: string; readonly x: number; readonly y: number }

/** More lines than a card or passport has are a page of something else. */
const linesMax = 80
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const require = createRequire(import.meta.url)

/** Starts the reader in its own thread; it writes nothing to disk. */
export async function openReader(): Promise<Reader> {
  const data = path.dirname(require.resolve('@tesseract.js-data/ind/package.json'))
  const worker = await createWorker('ind', OEM.LSTM_ONLY, {
    langPath: path.join(data, '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
    // The caller gets failures; without this they are thrown a second time.
    errorHandler: () => undefined,
  })
  const read = async (pixels: Pixels, mode: PSM, whitelist: string) => {
    await worker.setParameters({
      tessedit_pageseg_mode: mode,
      tessedit_char_whitelist: whitelist,
      user_defined_dpi: '300',
    })
    const { data: page } = await worker.recognize(
      await toGrayPng(pixels),
      {},
      { blocks: true, text: false },
    )
    const blocks = page.blocks ?? []
    return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
  }
  return {
    async lines(pixels) {
      const lines = await read(pixels, PSM.SINGLE_BLOCK, '')
      return lines
        .slice(0, linesMax)
        .map(({ text, confidence }) => ({ text: text.trim(), confidence: confidence / 100 }))
    },
    async signs(pixels) {
      const lines = await read(pixels, PSM.SINGLE_BLOCK, capitals)
      return lines.flatMap(({ words }) =>
        words.flatMap(({ symbols }) =>
          symbols.map(({ text, bbox }) => ({
            text,
            x: (bbox.x0 + bbox.x1) / 2,
            y: (bbox.y0 + bbox.y1) / 2,
          })),
        ),
      )
    },
    async end() {
      await worker.terminate()
    },
  }
}
