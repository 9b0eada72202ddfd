/**
 * A simulated camera. Chromium reads its picture from a file each time a page opens the camera. The faces
 * come from photographs of the face models' package. The cards show fictional people. The browser draws both.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './chromium.ts'
import { root } from './paths.ts'
import { temporaryFolder } from './server.ts'

/** Faces of three different people: a square in a photograph of the package, in pixels. */
export const faces = {
  siti: { sample: 1, x: 838, y: 421, width: 186 },
  budi: { sample: 2, x: 1_447, y: 153, width: 194 },
  tono: { sample: 3, x: 585, y: 329, width: 199 },
} as const
export type FaceName = keyof typeof faces

/** What the camera shows. */
export type Scene =
  /** A person at the usual distance from a phone. */
  | { readonly kind: 'face'; readonly face: FaceName }
  /** A person far from the camera. */
  | { readonly kind: 'far'; readonly face: FaceName }
  /** An empty room. */
  | { readonly kind: 'nobody' }

/** The fields of an ID card or passport. Without a face the photo is blank. */
export type IdDocument = {
  readonly kind: 'card' | 'passport'
  readonly name: string
  /** 16 digits, or the passport's number. */
  readonly number: string
  readonly face: FaceName | null
  /** As if the camera had moved. */
  readonly isBlurred?: boolean
}

export type FakeCamera = {
  readonly browser: Browser
  /** Sets what the camera shows to the next page that opens it. */
  show(scene: Scene): Promise<void>
  /** A photo of a document as JPEG, about 1000 pixels wide. */
  paper(paper: IdDocument): Promise<Buffer>
  /** The scene as JPEG, for a selfie from a file. */
  selfie(scene: Scene): Promise<Buffer>
  close(): Promise<void>
}

const side = 640
const framesASecond = 10
const photographs = path.join(root, 'node_modules/@vladmandic/face-api/demo')
const fixtures = path.join(root, 'apps/verifier/fixtures')

/** The people on the documents, as in the pages of the fixtures. */
const invented = {
  name: 'SITI RAHAYU PERTIWI',
  card: '3171014107900003',
  passport: 'X1234567',
} as const

/** Starts a browser whose camera is a file. It shows an empty room at first. */
export async function openFakeCamera(): Promise<FakeCamera> {
  const file = path.join(temporaryFolder('camera'), 'camera.y4m')
  writeVideo(file, new Uint8Array(side * side * 4).fill(128))
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    // The packaged browser cannot prompt for permission and refuses every page without this flag.
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ])
  const studio = await browser.newPage()
  return {
    browser,
    async show(scene) {
      writeVideo(file, await pixelsOf(studio, scene))
    },
    paper: (paper) => paperOf(studio, paper),
    async selfie(scene) {
      const encoded = await studio.evaluate(drawing(scene, 'canvas.toDataURL("image/jpeg", 0.9)'))
      return Buffer.from(String(encoded).split(',')[1] ?? '', 'base64')
    },
    close: () => browser.close(),
  }
}

/**
 * Denies the camera to pages that a context opens from now on, as if the person had refused. `allowCamera`
 * reverts it. The fake camera's browser allows the camera to every page.
 */
export async function denyCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    content: `if (navigator.mediaDevices !== undefined) {
      const { mediaDevices } = navigator
      const given = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wanted) => {
        if (sessionStorage.getItem('camera') === 'allowed') return given(wanted)
        throw new DOMException('Permission denied', 'NotAllowedError')
      }
    }`,
  })
}

/** Allows the camera to an open page of a context that was denied it, also after reloads. */
export async function allowCamera(page: Page): Promise<void> {
  await page.evaluate("sessionStorage.setItem('camera', 'allowed')")
}

/** Margin around a face, as a share of its width. */
const roomNear = 0.75
const roomFar = 12

/** A script for the page: draws a scene on a canvas and returns the requested result. */
function drawing(scene: Scene, result: string): string {
  const { image, x, y, width } = cutOf(scene)
  return `(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = ${side}
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    pen.fillStyle = '#76848f'
    pen.fillRect(0, 0, ${side}, ${side})
    const source = '${image}'
    if (source !== '') {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      pen.imageSmoothingQuality = 'high'
      pen.drawImage(picture, ${x}, ${y}, ${width}, ${width}, 0, 0, ${side}, ${side})
    }
    return ${result}
  })()`
}

/** The square of a photograph that a scene shows. */
function cutOf(scene: Scene) {
  if (scene.kind === 'nobody') return { image: '', x: 0, y: 0, width: 0 }
  const { sample, x, y, width } = faces[scene.face]
  const room = (scene.kind === 'far' ? roomFar : roomNear) * width
  return { image: photograph(sample), x: x - room, y: y - room, width: width + 2 * room }
}

function photograph(sample: number): string {
  const jpeg = readFileSync(path.join(photographs, `sample${sample}.jpg`))
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** RGBA, row by row. */
async function pixelsOf(studio: Page, scene: Scene): Promise<Uint8Array> {
  const read = `(() => {
    const { data } = pen.getImageData(0, 0, ${side}, ${side})
    let text = ''
    for (let at = 0; at < data.length; at += 8192)
      text += String.fromCharCode(...data.subarray(at, at + 8192))
    return btoa(text)
  })()`
  return Buffer.from(String(await studio.evaluate(drawing(scene, read))), 'base64')
}

/** The photo of a document: the fixture's page with another name, number and face. */
async function paperOf(studio: Page, paper: IdDocument): Promise<Buffer> {
  const isCard = paper.kind === 'card'
  const html = readFileSync(path.join(fixtures, `${paper.kind}.html`), 'utf8')
    .replaceAll(invented.name, paper.name.toUpperCase())
    .replaceAll(isCard ? invented.card : invented.passport, paper.number)
  const face =
    paper.face === null
      ? ''
      : String(
          await studio.evaluate(
            drawing({ kind: 'face', face: paper.face }, 'canvas.toDataURL("image/jpeg", 0.95)'),
          ),
        )
  await studio.setViewportSize({ width: 1_000, height: isCard ? 630 : 700 })
  await studio.setContent(html)
  await studio.addStyleTag({
    content: `
      ${face === '' ? '' : `.photo { background: url(${face}) center / cover !important }`}
      ${paper.isBlurred === true ? 'body { filter: blur(9px) contrast(0.4) }' : ''}
    `,
  })
  await studio.evaluate('new Promise((done) => requestAnimationFrame(() => done(null)))')
  return studio.screenshot({ type: 'jpeg', quality: 88 })
}

/** Writes one second of a still picture as YUV4MPEG2 with 4:2:0 colors. The camera plays it in a loop. */
function writeVideo(file: string, rgba: Uint8Array): void {
  const header = `YUV4MPEG2 W${side} H${side} F${framesASecond}:1 Ip A1:1 C420jpeg\n`
  const frame = Buffer.concat([Buffer.from('FRAME\n'), planesOf(rgba)])
  const frames = Array.from({ length: framesASecond }, () => frame)
  writeFileSync(file, Buffer.concat([Buffer.from(header), ...frames]))
}

/** Converts RGBA to I420 by BT.601: a brightness for each pixel, a color for each four. */
function planesOf(rgba: Uint8Array): Buffer {
  const half = side / 2
  const planes = Buffer.alloc(side * side + 2 * half * half)
  const [u, v] = [side * side, side * side + half * half]
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const pixel = row * side + column
      const [r, g, b] = [0, 1, 2].map((part) => rgba[pixel * 4 + part] ?? 0)
      const [red, green, blue] = [r ?? 0, g ?? 0, b ?? 0]
      planes[pixel] = 16 + (65.5 * red + 128.6 * green + 25 * blue) / 255
      if (row % 2 === 1 || column % 2 === 1) continue
      const at = (row / 2) * half + column / 2
      planes[u + at] = 128 + (-37.8 * red - 74.2 * green + 112 * blue) / 255
      planes[v + at] = 128 + (112 * red - 93.8 * green - 18.2 * blue) / 255
    }
  }
  return planes
}
