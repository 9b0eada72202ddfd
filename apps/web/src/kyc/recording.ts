/**
 * The rules of a recording, without the camera: its format, the instructions while it runs, and the meaning
 * of camera errors (KYC-28 to KYC-33, DEC-56, DEC-57).
 */
import type { Limits } from './steps/steps.ts'

/** WebM with VP8 is first, because every decoder can read its frames. */
const webmTypes = ['video/webm;codecs=vp8', 'video/webm'] as const
const mp4Types = ['video/mp4;codecs=avc1.42E01E', 'video/mp4;codecs=avc1', 'video/mp4'] as const

/**
 * Returns the recording format; null if the browser supports none.
 *
 * @param isApple whether the engine is Apple's, which claims WebM support but records files that cannot
 * always be played
 */
export function recordingType(
  isSupported: (type: string) => boolean,
  isApple: boolean,
): string | null {
  const types = isApple ? [...mp4Types, ...webmTypes] : [...webmTypes, ...mp4Types]
  return types.find((type) => isSupported(type)) ?? null
}

/** The file in the server's format (KYC-32): name and type without the codec. */
export function recordingFile(parts: readonly Blob[], type: string): File {
  const [container = ''] = type.split(';')
  const name = container === 'video/mp4' ? 'recording.mp4' : 'recording.webm'
  return new File([...parts], name, { type: container })
}

export type Instruction =
  | 'instructionStraight'
  | 'instructionLeft'
  | 'instructionRight'
  | 'instructionDone'

/** Each instruction is shown from its second on, one at a time. */
const instructions: readonly (readonly [fromSeconds: number, Instruction])[] = [
  [4.5, 'instructionDone'],
  [3, 'instructionRight'],
  [1.5, 'instructionLeft'],
]

/** The time that the instructions take, in whole seconds. */
export const enoughSeconds = 5

/** The instruction after so many seconds. */
export function instructionAt(seconds: number): Instruction {
  return instructions.find(([from]) => seconds >= from)?.[1] ?? 'instructionStraight'
}

/** The last frames lag behind the camera. */
const lateSeconds = 1

/** The second from which a recording may be stopped and is certainly long enough. */
export function stopFromSeconds({ videoMinSeconds }: Limits): number {
  return videoMinSeconds + lateSeconds
}

export type RecordingFault = 'recordingTooShort' | 'recordingTooLarge' | 'recordingEmpty'

/** Returns why a recording cannot be sent; null if it can. */
export function recordingFault(
  { size, seconds }: { readonly size: number; readonly seconds: number },
  { videoBytes, videoMinSeconds }: Limits,
): RecordingFault | null {
  if (size === 0) return 'recordingEmpty'
  if (seconds < videoMinSeconds) return 'recordingTooShort'
  return size > videoBytes ? 'recordingTooLarge' : null
}

export type CameraFault =
  | 'cameraDenied'
  | 'cameraMissing'
  | 'cameraBusy'
  | 'cameraUnfit'
  | 'cameraInsecure'
  | 'cameraUnable'
  | 'cameraLost'
  | 'cameraUnknown'

/** Returns the meaning of a camera error, by the name of the browser's error. */
export function toCameraFault(errorName: string): CameraFault {
  switch (errorName) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return 'cameraDenied'
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return 'cameraMissing'
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'cameraBusy'
    case 'OverconstrainedError':
      return 'cameraUnfit'
    case 'SecurityError':
      return 'cameraInsecure'
    default:
      return 'cameraUnknown'
  }
}
