/**
 * The face models. face-api's bundle is made for browsers and contains its own tensor library; it runs here
 * on one WebAssembly file. While it loads it must not see `process`, because it would then expect Node's
 * tensor library. So it is loaded in a thread that does nothing else meanwhile.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export type Detected = {
  readonly detection: { readonly score: number; readonly box: Box }
  readonly descriptor: Float32Array
}
type Tensor = { dispose(): void }
type Described = { withFaceDescriptors(): Promise<readonly Detected[]> }
type Chain = { withFaceLandmarks(): Described }
type Net = { loadFromDisk(folder: string): Promise<void>; dispose(): void }

/** The part of face-api that is used. */
type FaceApi = {
  readonly tf: {
    env(): { set(flag: string, value: boolean): void; setPlatform(name: string, of: object): void }
    setWasmPaths(folder: string, usePlatformFetch: boolean): void
    setBackend(name: string): Promise<boolean>
    tensor3d(data: Uint8Array, shape: readonly number[], type: 'int32'): Tensor
  }
  readonly env: { setEnv(parts: object): void }
  readonly nets: {
    readonly ssdMobilenetv1: Net
    readonly faceLandmark68Net: Net
    readonly faceRecognitionNet: Net
  }
  readonly SsdMobilenetv1Options: new (options: {
    minConfidence: number
    maxResults: number
  }) => object
  detectAllFaces(picture: Tensor, options: object): Chain
}

export type Models = {
  /** All faces of a picture of three bytes per pixel, each with its descriptor of 128 numbers. */
  detect(
    data: Uint8Array,
    width: number,
    height: number,
    scoreMin: number,
  ): Promise<readonly Detected[]>
}

/** With more faces a picture is a crowd, not a selfie. */
const facesMax = 10
const require = createRequire(import.meta.url)

/** Loads detector, landmarks and descriptors from the package. */
export async function loadModels(): Promise<Models> {
  const api = await loadApi()
  // It requires browser classes, but does not use them on tensors.
  api.env.setEnv({
    Canvas: absent,
    Image: absent,
    ImageData: absent,
    Video: absent,
    createCanvasElement: refuse,
    createImageElement: refuse,
    createVideoElement: refuse,
    fetch: refuse,
    readFile: (file: string) => readFile(file),
  })
  const folder = path.join(packageFolder('@vladmandic/face-api'), 'model')
  await api.nets.ssdMobilenetv1.loadFromDisk(folder)
  await api.nets.faceLandmark68Net.loadFromDisk(folder)
  await api.nets.faceRecognitionNet.loadFromDisk(folder)
  return {
    async detect(data, width, height, minConfidence) {
      const picture = api.tf.tensor3d(data, [height, width, 3], 'int32')
      try {
        const options = new api.SsdMobilenetv1Options({ minConfidence, maxResults: facesMax })
        return await api.detectAllFaces(picture, options).withFaceLandmarks().withFaceDescriptors()
      } finally {
        picture.dispose()
      }
    },
  }
}

async function loadApi(): Promise<FaceApi> {
  const entry = path.join(packageFolder('@vladmandic/face-api'), 'dist/face-api.esm.js')
  const wasm = path.join(packageFolder('@tensorflow/tfjs-backend-wasm'), 'wasm-out')
  const hidden = Object.getOwnPropertyDescriptor(globalThis, 'process')
  if (hidden === undefined) throw new Error('there is no process to hide')
  Object.defineProperty(globalThis, 'process', {
    value: undefined,
    configurable: true,
    writable: true,
  })
  try {
    const api: FaceApi = await import(pathToFileURL(entry).href)
    api.tf.env().setPlatform('files', filePlatform)
    // Threads would need a worker script that the package lacks for Node, and two cores.
    api.tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
    api.tf.setWasmPaths(`${wasm}/`, true)
    if (!(await api.tf.setBackend('wasm'))) throw new Error('WebAssembly could not be started')
    return api
  } finally {
    Object.defineProperty(globalThis, 'process', hidden)
  }
}

/** The platform of the tensor library; it can only load files. */
const filePlatform = {
  fetch: async (file: string) => new Response(await readFile(file)),
  now: () => performance.now(),
  encode: (text: string) => new TextEncoder().encode(text),
  decode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
  setTimeoutCustom: (then: () => void, delayMs: number) => setTimeout(then, delayMs),
  isTypedArray: (value: unknown) =>
    value instanceof Float32Array ||
    value instanceof Int32Array ||
    value instanceof Uint8Array ||
    value instanceof Uint8ClampedArray,
}

function packageFolder(name: string): string {
  return path.dirname(require.resolve(`${name}/package.json`))
}

/** A class without instances, for `instanceof` checks. */
function absent(): void {
  refuse()
}

function refuse(): never {
  throw new Error('nothing is fetched and nothing is drawn here')
}
