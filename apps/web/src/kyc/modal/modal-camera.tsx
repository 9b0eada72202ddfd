/** The camera of the verification: a live preview, and a PNG of up to 640 by 640 (KYCM-07). */
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t, tStep } from './modal-texts.ts'
import styles from './modal.module.css'
import { type CameraFault, toCameraFault } from '../recording.ts'

const idealPx = 640
const pictureType = 'image/png'

export type CameraProps = {
  /** The front camera, or the rear one. */
  readonly facing: 'user' | 'environment'
  /** The file name without its extension. */
  readonly name: string
  readonly onPicture: (picture: File) => void
  readonly onFault: (fault: CameraFault) => void
  /** Returns to the previous view; undefined if there is none. */
  readonly onLeave?: () => void
}

/** A live preview and the shutter button. */
export function Camera({ facing, name, onPicture, onFault, onLeave }: CameraProps) {
  const screen = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const report = useRef(onFault)
  useEffect(() => {
    report.current = onFault
  })
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    const start = async () => {
      stream = await openCamera(facing)
      if (isOver) return stop()
      if (screen.current !== null) screen.current.srcObject = stream
    }
    start().catch((error: unknown) => {
      if (!isOver) report.current(toCameraFault(error instanceof Error ? error.name : ''))
    })
    return () => {
      isOver = true
      stop()
    }
  }, [facing])
  const take = async () => {
    const picture = screen.current === null ? null : await captureFrame(screen.current)
    if (picture === null) onFault('cameraUnknown')
    else onPicture(new File([picture], `${name}.png`, { type: pictureType }))
  }
  return (
    <div className={styles['camera']}>
      <video
        ref={screen}
        className={styles['screen']}
        data-facing={facing}
        aria-label={tStep('cameraPreview')}
        autoPlay
        muted
        playsInline
        onLoadedData={() => setReady(true)}
      />
      {!isReady && <p role="status">{tStep('cameraStarting')}</p>}
      <div className={styles['actions']}>
        {onLeave !== undefined && <Button onClick={onLeave}>{t('cameraClose')}</Button>}
        <Button
          kind="primary"
          disabled={!isReady}
          onClick={() => {
            take().catch(() => onFault('cameraUnknown'))
          }}
        >
          {t('takePicture')}
        </Button>
      </div>
    </div>
  )
}

async function openCamera(facing: CameraProps['facing']): Promise<MediaStream> {
  // Undefined on insecure pages, although the type says otherwise.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) throw new DOMException('no camera', 'SecurityError')
  const video = { width: { ideal: idealPx }, height: { ideal: idealPx }, facingMode: facing }
  return devices.getUserMedia({ video, audio: false })
}

/** Captures the current frame; a larger one is scaled down. */
function captureFrame(screen: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = screen
  const share = Math.min(1, idealPx / Math.min(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * share)
  canvas.height = Math.round(videoHeight * share)
  const pen = canvas.getContext('2d')
  if (pen === null || canvas.width === 0) return Promise.resolve(null)
  pen.drawImage(screen, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, pictureType))
}
