/**
 * The camera and the recording as one state machine (KYC-33): requesting, ready, counting down, recording,
 * stopped. The camera is released when the recording stops and when the user leaves the page.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CameraFault, toCameraFault, recordingFile, recordingType } from './recording.ts'
import type { Limits } from './steps/steps.ts'

export type RecorderState =
  | { readonly phase: 'asking' }
  | { readonly phase: 'failed'; readonly fault: CameraFault }
  | { readonly phase: 'ready' }
  | { readonly phase: 'counting'; readonly left: number }
  | { readonly phase: 'recording'; readonly seconds: number; readonly bytes: number }
  | { readonly phase: 'stopped'; readonly file: File; readonly seconds: number }

export type Recorder = {
  readonly state: RecorderState
  /** The element of the live preview. */
  readonly preview: RefObject<HTMLVideoElement | null>
  /** Counts down, then records. */
  readonly start: () => void
  readonly stop: () => void
  /** Requests the camera again after a failure. */
  readonly retry: () => void
}

const countFrom = 3
const tickMs = 1_000
const checkMs = 200
/** The recording is delivered in parts of this length, so that its size is known while it runs. */
const partMs = 500
/** Enough for a face of 640 pixels; one minute is a fifth of the upload limit. */
const bitsPerSecond = 1_400_000
/** KYC-28; square if the camera supports it. */
const wanted: MediaStreamConstraints = {
  video: { width: { ideal: 640 }, height: { ideal: 640 }, facingMode: 'user' },
  audio: false,
}

const isApple = () => navigator.vendor.startsWith('Apple')

/** Why this page or browser cannot record; null if it can. */
function findCameraFault(): CameraFault | null {
  // Missing on insecure pages, although the type says otherwise.
  if (!('mediaDevices' in navigator)) return 'cameraInsecure'
  if (!('MediaRecorder' in window)) return 'cameraUnable'
  return typeHere() === null ? 'cameraUnable' : null
}

function typeHere(): string | null {
  return recordingType((type) => MediaRecorder.isTypeSupported(type), isApple())
}

/** Returns the recorder of a page; it requests the camera immediately. */
export function useRecorder({ videoMaxSeconds, videoBytes }: Limits): Recorder {
  const [state, setState] = useState<RecorderState>({ phase: 'asking' })
  const [attempt, setAttempt] = useState(0)
  const preview = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const end = useRef<(() => void) | null>(null)
  const stopCount = useRef<(() => void) | null>(null)

  useEffect(() => {
    let isLeft = false
    const fail = (fault: CameraFault) => !isLeft && setState({ phase: 'failed', fault })
    const open = async () => {
      const found = findCameraFault()
      if (found !== null) return fail(found)
      const given = await navigator.mediaDevices.getUserMedia(wanted)
      if (isLeft) return release(given)
      stream.current = given
      given.getVideoTracks()[0]?.addEventListener('ended', () => {
        stopCount.current?.()
        // The recording up to this point is complete, and may be long enough.
        if (end.current === null) fail('cameraLost')
        else end.current()
      })
      if (preview.current !== null) preview.current.srcObject = given
      return setState({ phase: 'ready' })
    }
    setState({ phase: 'asking' })
    open().catch((error: unknown) => fail(toCameraFault(error instanceof Error ? error.name : '')))
    return () => {
      isLeft = true
      stopCount.current?.()
      end.current = null
      release(stream.current)
      stream.current = null
    }
  }, [attempt])

  const record = () => {
    const given = stream.current
    const type = typeHere()
    if (given === null || type === null) return
    const letGo = () => {
      release(given)
      stream.current = null
    }
    const bounds = { videoMaxSeconds, videoBytes }
    end.current = recordFrom(given, type, bounds, { setState, onStopped: letGo })
  }

  return {
    state,
    preview,
    start: () => {
      stopCount.current?.()
      stopCount.current = countDown((left) => setState({ phase: 'counting', left }), record)
    },
    stop: () => end.current?.(),
    retry: () => setAttempt(attempt + 1),
  }
}

function release(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Counts down from three, then calls `then`; returns a function that cancels it. */
function countDown(onLeft: (left: number) => void, then: () => void): () => void {
  let left = countFrom
  onLeft(left)
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return onLeft(left)
    clearInterval(timer)
    return then()
  }, tickMs)
  return () => clearInterval(timer)
}

type Bounds = Pick<Limits, 'videoMaxSeconds' | 'videoBytes'>

type Listener = {
  readonly setState: (state: RecorderState) => void
  readonly onStopped: () => void
}

/** Records until it is stopped or reaches a limit; returns a function that stops it. */
function recordFrom(
  stream: MediaStream,
  type: string,
  { videoMaxSeconds, videoBytes }: Bounds,
  { setState, onStopped }: Listener,
): () => void {
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  /** Measured from the first frame, because the recorder starts with a delay. */
  let beganMs: number | null = null
  let bytes = 0
  const seconds = () => (beganMs === null ? 0 : (performance.now() - beganMs) / 1_000)
  let lengthSeconds: number | null = null
  const stop = () => {
    if (recorder.state !== 'recording') return
    lengthSeconds = seconds()
    recorder.stop()
  }
  // Slightly below the limit, because pending data still arrives.
  const isFull = () => seconds() >= videoMaxSeconds - 1 || bytes >= videoBytes * 0.9
  const timer = setInterval(() => {
    setState({ phase: 'recording', seconds: seconds(), bytes })
    if (isFull()) stop()
  }, checkMs)
  recorder.addEventListener('dataavailable', ({ data }) => {
    parts.push(data)
    bytes += data.size
    if (bytes > 0) beganMs ??= performance.now()
  })
  recorder.addEventListener('stop', () => {
    clearInterval(timer)
    onStopped()
    // The recorder stops when its camera does.
    lengthSeconds ??= seconds()
    setState({ phase: 'stopped', file: recordingFile(parts, type), seconds: lengthSeconds })
  })
  recorder.addEventListener('error', () => {
    clearInterval(timer)
    onStopped()
    setState({ phase: 'failed', fault: 'cameraLost' })
  })
  recorder.start(partMs)
  setState({ phase: 'recording', seconds: 0, bytes: 0 })
  return stop
}
